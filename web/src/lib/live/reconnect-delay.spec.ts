import { expect, test } from '@jest/globals';
import { reconnectDelayMs } from './reconnect-delay.js';

test('the pause grows, is at most 20 s, and has a random part', () => {
  expect([0, 1, 2, 6, 100].map((tries) => reconnectDelayMs(tries, 1))).toEqual([
    500, 1000, 2000, 20_000, 20_000,
  ]);
  expect(reconnectDelayMs(3, 0)).toBe(2000);
});
