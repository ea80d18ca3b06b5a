import { expect, test } from '@jest/globals';
import { retryAfterWaitMs, backOffMs } from './back-off.js';
import { linkTimings } from './gateway-link.js';

const waits = { firstMs: 250, mostMs: 5_000 };

test.each([
  [0, 25, 250],
  [1, 50, 500],
  [4, 400, 4_000],
  [5, 500, 5_000],
  [10_000, 500, 5_000],
])('try %i waits from %i to %i ms', (attempt, least, most) => {
  expect(backOffMs(attempt, waits, 0)).toBe(least);
  expect(backOffMs(attempt, waits, 1)).toBe(most);
});

test('a thousand boxes that lose core together reconnect spread over more than a second', () => {
  const perTenth = new Map<number, number>();
  for (let box = 0; box < 1_000; box += 1) {
    const tenth = Math.floor(backOffMs(0, linkTimings.reconnect, box / 1_000) / 100);
    perTenth.set(tenth, (perTenth.get(tenth) ?? 0) + 1);
  }
  expect(perTenth.size).toBeGreaterThan(10);
  expect(Math.max(...perTenth.values())).toBeLessThan(100);
});

test('the box waits for as long as core asks, and for up to twice as long', () => {
  expect([retryAfterWaitMs(5, 0), retryAfterWaitMs(5, 1)]).toEqual([5_000, 10_000]);
});
