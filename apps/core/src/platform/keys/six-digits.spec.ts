import { expect, test } from '@jest/globals';
import { drawSixDigits, isSixDigits } from './six-digits.js';

test('codes have six digits, may begin with a zero, and rarely repeat', () => {
  const codes = Array.from({ length: 1_000 }, drawSixDigits);
  expect(codes.filter((code) => !isSixDigits(code))).toEqual([]);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(950);
});

test.each([
  ...['', '12345', '1234567', '12345a', ' 12345'],
  ...[' 123456', '１２３４５６', '12345\n', '-12345'],
])('%j is no code', (text) => {
  expect(isSixDigits(text)).toBe(false);
});
