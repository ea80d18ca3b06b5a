import { expect, test } from '@jest/globals';
import { add, formatMoney, money, parseMajor, sum, toMajor } from './money.js';

test.each([
  [0, '£0.00'],
  [5, '£0.05'],
  [60, '£0.60'],
  [1000, '£10.00'],
  [-105, '-£1.05'],
])('%d pence reads %s [row 451]', (minor, words) => expect(formatMoney(money(minor, 'GBP'))).toBe(words));

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['0.05', 5],
  [' 7.00 ', 700],
  ['999999999999', 99_999_999_999_900],
])('%s in major units are %d minor units', (text, minor) =>
  expect(parseMajor(text, 'EUR').minor).toBe(minor),
);

test('euros have their own sign', () => expect(formatMoney(money(-105, 'EUR'))).toBe('-€1.05'));

test.each(['', '-1', '1.234', '1.', '.5', '1e3', '£5', 'Infinity', '1,50', '1000000000000'])(
  '%j is not an amount',
  (text) => expect(() => parseMajor(text, 'GBP')).toThrow(RangeError),
);

test('amounts of one currency are added, and convert to major units', () => {
  expect(sum([money(5, 'GBP'), money(10, 'GBP')], 'GBP')).toEqual(money(15, 'GBP'));
  expect(toMajor(money(1015, 'GBP'))).toBe(10.15);
});

test('the sum of two currencies throws, and so does an amount that is not a safe integer', () => {
  expect(() => add(money(1, 'GBP'), money(1, 'EUR'))).toThrow(RangeError);
  expect(() => money(0.5, 'GBP')).toThrow(RangeError);
  expect(() => money(Number.MAX_SAFE_INTEGER + 1, 'GBP')).toThrow(RangeError);
});
