import type { Currency } from '@sixpence/contracts/money';

/** What the card of the balance says. */
export const balanceWords = {
  title: 'Your balance',
  available: 'Credits available',
  unknown: 'not known yet',
  notLoaded: 'We could not ask for your balance just now.',
  currency: 'Currency',
  currencyToCome: 'Finding your currency',
  currencies: { GBP: 'United Kingdom GBP', EUR: 'Euro countries EUR' } satisfies Record<Currency, string>,
  beside: 'Beside your balance',
  setAside: 'Set aside',
  /** After the amount: `£0.60 for thesis.pdf`. */
  for: (fileName: string) => `for ${fileName}`,
  setAsideAdvice: 'What does not print comes back by itself.',
  underWay: 'On its way',
  /** After the amount: `£5.00 since 22 Nov 2026, 14:05`. */
  since: (moment: string) => `since ${moment}`,
  underWayAdvice: 'It comes into your balance by itself as soon as it is confirmed.',
  alsoHere: 'You also have',
};

/** Money on its way back to a card. */
export const refundWords = {
  offer: 'Refund to card',
  /** How much it could be. */
  possible: (amount: string) => `${amount} of your top-ups can go back to your card.`,
  title: 'Refund to card',
  /** Before anything is done. */
  question: (amount: string) => `Send ${amount} back to the card it came from?`,
  consequence: 'It leaves your balance at once. Banks take up to 10 days to show it.',
  confirm: (amount: string) => `Send ${amount} back`,
  keep: 'Keep it',
  done: (amount: string) => `${amount} is on its way back to your card.`,
  notDone: 'The refund did not work.',
  notDoneAdvice: 'Your balance is as it is shown. Try again in a moment.',
};
