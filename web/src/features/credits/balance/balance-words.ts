import { inLanguage } from '@sixpence/theme/language';
import type { RefundView } from '@sixpence/contracts/http/payments';
import type { Currency } from '@sixpence/contracts/currencies';

export const balanceWords = inLanguage('creditsBalanceWords', {
  title: 'Your balance',
  available: 'Credits available',
  unknown: 'not known yet',
  notLoaded: 'We could not ask for your balance just now.',
  currency: 'Currency',
  currencyToCome: 'Finding your currency',
  currencies: { GBP: 'United Kingdom GBP', EUR: 'Euro countries EUR' } satisfies Record<Currency, string>,
  beside: 'Beside your balance',
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
