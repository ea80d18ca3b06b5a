import { afterEach, expect, test } from '@jest/globals';
import { digitsIn, forgetScannedCode, keepScannedCode, scannedCode } from './scanned-code.js';
import { forgetShortfall, keepShortfall, scannedShortfall } from './scanned-shortfall.js';

afterEach(() => sessionStorage.clear());

test.each([
  ['#471902', '471902'],
  ['#47190', undefined],
  ['#4719020', undefined],
  ['471902', undefined],
  ['#short-471902', undefined],
  ['#47190a', undefined],
  ['', undefined],
])('the anchor "%s" has the digits %j', (hash, digits) => {
  expect(digitsIn(hash)).toBe(digits);
});

test('a scanned code and a scanned shortfall are kept independently until they are forgotten', () => {
  const shortfall = { minor: 95, currency: 'GBP' as const };
  expect([scannedCode(), scannedShortfall()]).toEqual([undefined, undefined]);
  keepScannedCode('471902');
  keepShortfall(shortfall);
  expect([scannedCode(), scannedShortfall()]).toEqual(['471902', shortfall]);
  forgetScannedCode();
  expect([scannedCode(), scannedShortfall()]).toEqual([undefined, shortfall]);
  forgetShortfall();
  expect(scannedShortfall()).toBeUndefined();
});

test('an incomplete code is not offered after the sign-in', () => {
  keepScannedCode('4719');
  expect(scannedCode()).toBeUndefined();
});
