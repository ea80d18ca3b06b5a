import { expect, test } from '@jest/globals';
import { backOffMs } from './back-off.js';

const waits = { firstMs: 250, mostMs: 5_000 };

test.each([
  [0, 125, 250],
  [1, 250, 500],
  [4, 2_000, 4_000],
  [5, 2_500, 5_000],
  [10_000, 2_500, 5_000],
])('try %i waits from %i to %i ms', (attempt, least, most) => {
  expect(backOffMs(attempt, waits, 0)).toBe(least);
  expect(backOffMs(attempt, waits, 1)).toBe(most);
});
