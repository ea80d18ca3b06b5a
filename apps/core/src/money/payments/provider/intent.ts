import type { Currency } from '@sixpence/contracts/currencies';
import { currencies } from '@sixpence/contracts/currencies';
import type { Money } from '@sixpence/money/money';

/** A payment as the provider tells of it at one moment. */
export interface Intent {
  id: string;
  /** Open is whatever the person has still to do: a card to give, a bank to convince. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** Minor units: what was received of a payment that succeeded, and what is asked of any other. */
  minor: number;
  /** In capitals, whichever it is. */
  currency: string;
  /** Which of our payments it was made for. */
  paymentId: string | undefined;
  /** The page confirms the payment with it. It is answered, and kept nowhere. */
  clientSecret: string | undefined;
  /** How it was paid: a card's brand, a wallet, or another way. */
  method: string | undefined;
  lastFour: string | undefined;
}

/** A payment that was just read, with what else the provider says of it. */
export interface ReadIntent extends Intent {
  /** The last try that was declined: the id of its charge or card. */
  declined: string | undefined;
  /** Minor units that went back, as its charge says, where that was read too. */
  refundedMinor: number | undefined;
  /** Who began it, as the provider was told then. */
  ownerId: string | undefined;
  /** Whether its bank takes it back. */
  disputed: boolean;
}

/** What a payment was begun for, as our own row says. */
export interface Asked {
  currency: Currency;
  /** Every amount that was asked of the provider, one after another. */
  askedMinor: readonly number[];
}

/** What may be credited of a payment that succeeded; undefined when nobody here asked for it. */
export function creditFor(intent: Intent, asked: Asked): Money | undefined {
  const currency = currencies.find((name) => name === intent.currency);
  if (currency === undefined || currency !== asked.currency) return undefined;
  // An amount that was chosen before the present one counts too: the page may have confirmed it in the meantime.
  return asked.askedMinor.includes(intent.minor) ? { minor: intent.minor, currency } : undefined;
}
