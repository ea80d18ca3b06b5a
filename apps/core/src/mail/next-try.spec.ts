import { expect, test } from '@jest/globals';
import { isAddressRefused, isRefusedForGood, pauseSeconds } from './next-try.js';

test('pauses grow to an hour and stay there', () => {
  expect([1, 2, 3, 4, 5, 6, 30].map(pauseSeconds)).toEqual([5, 15, 60, 300, 900, 3_600, 3_600]);
});

test.each([
  [{ code: 'EENVELOPE', responseCode: 550 }, true],
  [{ code: 'EMESSAGE', responseCode: 554 }, true],
  [{ code: 'EENVELOPE', responseCode: 451 }, false],
  [{ code: 'EENVELOPE' }, false],
  [{ code: 'EAUTH', responseCode: 535 }, false],
  [{ code: 'ECONNECTION' }, false],
])('%j is refused for good: %j', (facts, expected) => {
  expect(isRefusedForGood(Object.assign(new Error('no'), facts))).toBe(expected);
});

test.each([
  [{ code: 'EENVELOPE', responseCode: 550 }, true],
  [{ code: 'EENVELOPE', responseCode: 451 }, false],
  [{ code: 'EMESSAGE', responseCode: 554 }, false],
])('%j is about the address: %j', (facts, expected) => {
  expect(isAddressRefused(Object.assign(new Error('no'), facts))).toBe(expected);
});
