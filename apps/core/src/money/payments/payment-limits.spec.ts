import { expect, test } from '@jest/globals';
import * as limits from './payment-limits.js';

test('the limits for the payments of a person, of a network, and of all people have their values', () => {
  expect({ ...limits }).toEqual({
    limitHours: 24,
    mostDeclines: 10,
    mostDeclinesOfNetwork: 30,
    mostUnpaid: 50,
    mostPaid: 20,
    mostPaidMinor: { GBP: 30_000, EUR: 30_000 },
    retryAfterSeconds: 3_600,
    alarmingDeclines: { name: 'declined cards', points: 100, seconds: 3_600, shared: true },
    mostWaits: 2,
  });
});
