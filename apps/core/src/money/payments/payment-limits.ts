import type { Currency } from '@sixpence/contracts/currencies';

/** The limits for one person hold for this many hours. */
export const limitHours = 24;

/**
 * Declined cards of a person. A person who mistypes a number, or looks for a card with money, needs fewer.
 */
export const mostDeclines = 10;

/**
 * Declined cards of all accounts that were made from one network. The limit does not apply to a person who
 * has paid before. It does not apply either while at least as many payments of these accounts succeed as
 * cards are declined: many people share such a network, as in a hall of residence.
 */
export const mostDeclinesOfNetwork = 30;

/** Unpaid payments of a person. A person who changes their mind needs fewer. */
export const mostUnpaid = 50;

/**
 * The number and the sum of a person's payments that succeeded or are being decided. Six times the largest
 * amount prints thousands of pages. Only fraud with stolen cards or refunds needs more in a day.
 */
export const mostPaid = 20;
export const mostPaidMinor: Readonly<Record<Currency, number>> = { GBP: 300_00, EUR: 300_00 };

/** The time after which a refused person may try again. */
export const retryAfterSeconds = 3_600;

/**
 * Declined cards of all people in an hour. Staff get an alarm once an hour; no person is refused, because
 * that would close payments for all.
 */
export const alarmingDeclines = {
  name: 'declined cards',
  points: 100,
  seconds: 3_600,
  shared: true,
} as const;

/** Calls of one person that may wait for the provider at the same time. */
export const mostWaits = 2;
