import type { Currency } from '@sixpence/contracts/currencies';
import type { Money } from '@sixpence/money/money';
import type { RefundView } from '@sixpence/contracts/http/payments';
import type { StatementPeriod } from '@sixpence/contracts/http/statement';
import { formatMoney } from '@sixpence/theme/money-words';
import { inLanguage } from '@sixpence/theme/language';

export const creditsWords = inLanguage('creditsWords', {
  title: 'Credits',
  toDocuments: 'Click here to access your documents',
});

export const howToTopUpWords = inLanguage('howToTopUpWords', {
  title: 'How to top up',
  steps: ['Select amount', 'Select payment method', 'Accept terms', 'Confirm payment'],
});

export const monthlyWords = inLanguage('monthlyWords', {
  title: 'Pages printed this month',
  mono: 'Black-and-white',
  color: 'Colour',
  unknown: 'not known yet',
});

export const balanceWords = inLanguage('balanceWords', {
  title: 'Your balance',
  available: 'Credits available',
  unknown: 'not known yet',
  notLoaded: 'We could not ask for your balance just now.',
  currency: 'Currency',
  currencyToCome: 'Finding your currency',
  currencies: { GBP: 'United Kingdom GBP', EUR: 'Euro countries EUR' } satisfies Record<Currency, string>,
  outside: 'Not in your balance',
  setAside: 'Set aside',
  /** The words after an amount: `£0.60 for thesis.pdf`. */
  for: (fileName: string) => `for ${fileName}`,
  setAsideAdvice: 'What does not print comes back by itself.',
  underWay: 'On its way',
  /** The words after an amount: `£5.00 since 22 Nov 2026, 14:05`. */
  since: (moment: string) => `since ${moment}`,
  underWayAdvice: 'It comes into your balance by itself as soon as it is confirmed.',
  alsoHere: 'You also have',
});

/** The words for refunds to a card. */
export const refundWords = inLanguage('refundWords', {
  offer: 'Refund to card',
  possible: (amount: string, places: number) =>
    `${amount} of your top-ups can go back to your ${places > 1 ? 'cards' : 'card'}.`,
  title: 'Refund to card',
  /** The question before the refund: of one payment, or of the listed payments. */
  question: (amount: string, card = 'the card it came from') => `Send ${amount} back to ${card}?`,
  questionOfSeveral: (amount: string) => `Send ${amount} back to where it came from?`,
  /** The words after an amount: `£5.00 to Visa, card ending in 4242 (paid 22 Nov 2026)`. */
  to: (card = 'the card it came from') => `to ${card}`,
  paid: (day: string) => `(paid ${day})`,
  consequence: 'It leaves your balance at once. Banks take up to 10 days to show it.',
  confirm: (amount: string) => `Send ${amount} back`,
  keep: 'Keep it',
  done: (amount: string, places: number) =>
    `${amount} is on its way back to your ${places > 1 ? 'cards' : 'card'}.`,
  cameBack: (amount: string) => `The bank did not take ${amount}. It is in your balance again.`,
  goingBack: 'Going back to you',
  goingBackAdvice:
    'Banks take up to 10 days to show it. What a bank does not take comes back into your balance.',
  /** The words after amount and card. */
  states: {
    asked: () => 'on its way',
    sent: (moment: string) => `sent ${moment}`,
    failed: () => 'did not go through, and is in your balance again',
  } satisfies Record<RefundView['state'], (moment: string) => string>,
  notDone: 'The refund did not work.',
  notDoneAdvice: 'Your balance is as it is shown. Try again in a moment.',
});

export const statementWords = inLanguage('statementWords', {
  title: 'Account statement',
  period: 'Period',
  select: 'Select a period',
  periods: {
    /** The contract calls the current month `last_month`. */
    last_month: 'Current month',
    last_6_months: 'Last 6 months',
    last_12_months: 'Last 12 months',
  } satisfies Record<StatementPeriod, string>,
  columns: { type: 'Type', pages: 'Pages', amount: 'Amount', date: 'Date' },
  /** The type of a row: credits that staff gave. */
  admin: 'Top Up Admin',
  noPages: 'none',
  which: (numbers: string, count: number) => `${count === 1 ? 'Page' : 'Pages'} ${numbers}`,
  color: (pages: number) => `${pages} in colour`,
  cameBack: (pages: string, amount: string) => `${pages} did not come out: ${amount} came back.`,
  receipt: 'Receipt',
  empty: 'No transactions in the selected period',
  notLoaded: 'The statement could not be loaded just now.',
  loading: 'Loading your statement',
  more: 'Load more',
  save: 'Save it as',
  notSaved: 'The file could not be had just now. Try again in a moment.',
  statementName: (period: StatementPeriod, format: string) => `sixpence-statement-${period}.${format}`,
  receiptName: 'sixpence-receipt.pdf',
});

/** The words of a top-up, with the specification's own sentences (§5, §8). */
export const topUpWords = inLanguage('topUpWords', {
  title: 'Top up',
  amount: 'Top-up amount',
  chooseAmount: 'Select an amount',
  whatIsThis: 'What is this?',
  explanation: 'Top up to pay for print. Your balance never expires.',
  now: 'Now',
  charged: 'Total to be charged',
  after: 'Credits after payment',
  details: 'Payment details',
  detailsToCome: 'Select an amount, and the form for your card or wallet opens here.',
  opening: 'Opening the payment form',
  notOpened: 'The payment form could not be opened. Check your connection.',
  notSetUp: 'Payments are not set up here.',
  tryAgain: 'Try again',
  accept: 'I agree to the',
  terms: 'Sixpence Terms of Service',
  pay: 'PAY',
  confirming: 'We are confirming your payment.',
  closed: 'Top-ups are closed for this account.',
  closedAdvice:
    'Please contact us: a payment of yours is disputed at its bank. You can print with what you have.',
});

/** For a user who scanned the QR code of a panel that shows a shortfall. */
export const shortInWords = inLanguage(
  'shortInWords',
  (shortfall: Money): string =>
    `You are ${formatMoney(shortfall)} short at the printer. Once you have paid, press PRINT there.`,
);

/** The reasons why the payment cannot start. */
export const payProblems = inLanguage('payProblems', {
  terms: 'Please agree to the Terms of Service before proceeding.',
  amount: 'Please select a top-up amount before proceeding.',
  details: 'Please fill out the payment details first.',
  notReady: 'Payment system not ready',
});

/** The outcomes of a payment. */
export const payOutcomes = inLanguage('payOutcomes', {
  success: 'Thank you! Payment was successful.',
  failed: 'Payment failed. Please try again.',
  failedAdvice:
    'If money has left your account, it comes into your balance by itself: look there before you pay again.',
  declinedAdvice: 'Nothing was charged. Try another card, or ask your bank.',
  initializing: 'Error initializing payment. Please try again.',
  initializingAdvice: 'Nothing was charged.',
  unexpected: 'An unexpected error occurred',
  outdated: 'Another payment was begun since, such as in another window. Nothing was charged here.',
  outdatedAdvice: 'What you have paid is in your balance. Otherwise finish there, or select an amount here.',
});
