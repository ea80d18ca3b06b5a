import { expect, test } from '@jest/globals';
import { reconnectDelayMs } from './reconnect-delay.js';

test('the pause grows, stays under 20 s, and is never the same for everybody', () => {
  expect([0, 1, 2, 6, 100].map((tries) => reconnectDelayMs(tries, 1))).toEqual([
    500, 1000, 2000, 20_000, 20_000,
  ]);
  expect(reconnectDelayMs(3, 0)).toBe(2000);
});
