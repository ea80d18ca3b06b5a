import type { Currency } from '@sixpence/contracts/currencies';

/** How much one person may do with payments within so many hours. */
export const limitHours = 24;

/** Declined cards: more than people need who mistype a number, or look for a card that still has money. */
export const mostDeclines = 10;

/** Of all newcomers of one network together; where more of them pay than are declined, it is a hall, and no list of cards. */
export const mostDeclinesOfNetwork = 30;

/** Payments that were begun and not paid: more than people need who change their mind. */
export const mostUnpaid = 50;

/**
 * Payments that succeeded, and what they come to. The largest amount six times a day prints thousands of pages, so that
 * nobody who prints needs more; whoever turns stolen cards into credits, or credits into refunds, does.
 */
export const mostPaid = 20;
export const mostPaidMinor: Readonly<Record<Currency, number>> = { GBP: 300_00, EUR: 300_00 };

/** When whoever is refused may ask again. */
export const retryAfterSeconds = 3_600;

/**
 * Declined cards of everybody together within an hour. Nobody is refused for it, as that would close payments to
 * everybody; staff hear of it once an hour.
 */
export const alarmingDeclines = {
  name: 'declined cards',
  points: 100,
  seconds: 3_600,
  shared: true,
} as const;

/** How many answers of the provider a person waits for at the same moment. */
export const mostWaits = 2;
