/** The reason why a card is declined, in Stripe's words. */
export interface Decline {
  readonly code: string;
  readonly declineCode?: string;
  readonly message: string;
}

/** A later event after a successful charge. */
type Later = 'disputed' | 'fails' | 'refunds-fail' | 'refunds-take-time';

export interface TestCard {
  readonly number: string;
  /** The payment method with which a program charges this card: `pm_card_visa`. */
  readonly token: string;
  readonly what: string;
  readonly brand?: 'mastercard';
  readonly decline?: Decline;
  /** The bank asks the payer first (3-D Secure). */
  readonly asksPerson?: boolean;
  /** The outcome is known a little later. */
  readonly slow?: boolean;
  readonly later?: Later;
}

/** The decline for a number that is no test card. */
export const noTestCard = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card.',
);
const noFunds = declined('insufficient_funds', 'Your card has insufficient funds.');

/** Stripe's test cards by number, and three of our own for cases that Stripe shows only with bank debits. */
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

/**
 * The test card with this number. Any other number gives a card that is always declined, so that no real card
 * works here.
 */
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

/** Checks the length and Luhn's checksum, which detects a mistyped number. */
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
