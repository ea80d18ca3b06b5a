import type { Money } from '@sixpence/money/money';
import { inLanguage } from '@sixpence/theme/language';
import { formatMoney } from '@sixpence/theme/money-words';

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
