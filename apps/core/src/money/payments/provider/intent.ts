import type { Currency } from '@sixpence/contracts/currencies';
import { currencies } from '@sixpence/contracts/currencies';
import type { Money } from '@sixpence/money/money';

/** A payment intent, as the provider answered it at one moment. */
export interface Intent {
  id: string;
  /** `open` while the person has something to do: give a card, or prove themselves to the bank. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** Minor units: the received amount of a succeeded intent, the requested amount of any other. */
  minor: number;
  /** In capitals; may be a currency that this service does not take. */
  currency: string;
  /** The id of our payment. */
  paymentId: string | undefined;
  /**
   * The browser confirms the payment with this secret. Core sends it to the browser and does not store it.
   */
  clientSecret: string | undefined;
  /** The brand of the card, the wallet, or the type of another method. */
  method: string | undefined;
  lastFour: string | undefined;
}

/** An intent that was just read, with its declines, refunds, and disputes. */
export interface ReadIntent extends Intent {
  /** The last declined card: the id of its charge, or of the card if there is no charge. */
  lastDeclineId: string | undefined;
  /** Refunded minor units of the charge; undefined when the charge was not read. */
  refundedMinor: number | undefined;
  /** The id of the person who began the payment, from the intent's metadata. */
  ownerId: string | undefined;
  /** Whether a bank disputes the charge. */
  disputed: boolean;
}

/** The amounts and the currency that our row asked for. */
export interface IntentRequest {
  currency: Currency;
  /** Every amount that was requested from the provider, the oldest first. */
  askedMinor: readonly number[];
}

/**
 * The money to credit for a succeeded intent; undefined when our row did not ask for this amount and
 * currency.
 */
export function creditFor(intent: Intent, asked: IntentRequest): Money | undefined {
  const currency = currencies.find((name) => name === intent.currency);
  if (currency === undefined || currency !== asked.currency) return undefined;
  // An earlier amount counts too: the browser may have confirmed it before the amount changed.
  return asked.askedMinor.includes(intent.minor) ? { minor: intent.minor, currency } : undefined;
}
