/** Why a card is not charged, as Stripe says it. */
export interface Decline {
  readonly code: string;
  readonly declineCode?: string;
  readonly message: string;
}

/** What happens after a charge that went well. */
export type Later = 'disputed' | 'fails' | 'refunds-fail' | 'refunds-take-time';

export interface TestCard {
  readonly number: string;
  /** The payment method by which a program charges it: `pm_card_visa`. */
  readonly token: string;
  readonly what: string;
  readonly brand?: 'mastercard';
  readonly decline?: Decline;
  /** The bank asks the person first (3-D Secure). */
  readonly asksPerson?: boolean;
  /** The outcome is known a little later. */
  readonly slow?: boolean;
  readonly later?: Later;
}

/** What a number gets that is no test card's. */
export const noTestCard = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card.',
);
const noFunds = declined('insufficient_funds', 'Your card has insufficient funds.');

/** Stripe's test cards by their numbers, and three of our own for what Stripe shows by bank debits only. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'pm_card_visa', 'succeeds'),
  card('5555555555554444', 'pm_card_mastercard', 'succeeds', { brand: 'mastercard' }),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', 'is declined', {
    decline: declined('generic_decline'),
  }),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'has no funds', {
    decline: noFunds,
  }),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'has expired', {
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  }),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'has another CVC', {
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  }),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'cannot be processed', {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  }),
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'asks the person (3-D Secure)', {
    asksPerson: true,
  }),
  card('4000002760003184', 'pm_card_authenticationRequired', 'asks the person (3-D Secure)', {
    asksPerson: true,
  }),
  card(
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    'asks the person, and has no funds',
    { asksPerson: true, decline: noFunds },
  ),
  card('4000000000000259', 'pm_card_createDispute', 'is disputed soon after', { later: 'disputed' }),
  card('4000000000007726', 'pm_card_pendingRefund', 'has refunds that take a while', {
    later: 'refunds-take-time',
  }),
  card('4000000000005126', 'pm_card_refundFail', 'has refunds that fail', { later: 'refunds-fail' }),
  card('4000000000003006', 'pm_card_slow', 'is in process for some seconds', { slow: true }),
  card('4000000000004004', 'pm_card_slowDeclined', 'is in process, then declined', {
    slow: true,
    decline: declined('generic_decline'),
  }),
  card('4000000000005001', 'pm_card_failsLate', 'succeeds, and fails soon after', { later: 'fails' }),
];

/** Which card this number is; one that is no test card is declined, so that no real one is ever given here. */
export function cardByNumber(number: string): TestCard {
  return (
    testCards.find((card) => card.number === number) ?? {
      number,
      token: '',
      what: 'is no test card',
      decline: noTestCard,
    }
  );
}

/** The digits by which a mistyped number is known (Luhn). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const digits = number.split('').reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The card that a program names by its payment method. */
export function cardByToken(token: string): TestCard | undefined {
  return testCards.find((card) => card.token === token);
}

function card(
  number: string,
  token: string,
  what: string,
  more: Omit<TestCard, 'number' | 'token' | 'what'> = {},
): TestCard {
  return { number, token, what, ...more };
}

function declined(declineCode: string, message = 'Your card was declined.'): Decline {
  return { code: 'card_declined', declineCode, message };
}
