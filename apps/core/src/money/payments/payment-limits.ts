import type { Currency } from '@sixpence/contracts/currencies';

/** The limits for one person hold for this many hours. */
export const limitHours = 24;

/** Declined cards. A person who mistypes a number, or looks for a card with money, needs fewer. */
export const mostDeclines = 10;

/**
 * Declined cards of all new accounts of one network together. The limit does not apply while more of their
 * payments succeed than are declined: such a network is shared by many people, as in a hall.
 */
export const mostDeclinesOfNetwork = 30;

/** Unpaid payments. A person who changes their mind needs fewer. */
export const mostUnpaid = 50;

/**
 * Payments that succeed or are being decided, and their sum. Six times the largest amount prints thousands of
 * pages, more than a person needs in a day. Only fraud with stolen cards or refunds needs more.
 */
export const mostPaid = 20;
export const mostPaidMinor: Readonly<Record<Currency, number>> = { GBP: 300_00, EUR: 300_00 };

/** When a refused person may ask again. */
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
