import { expect, test } from '@jest/globals';
import { shortfallAnchor, shortfallIn } from './shortfall.js';

test('an address says what it was given', () => {
  const short = { minor: 95, currency: 'GBP' } as const;
  expect(shortfallAnchor(short)).toBe('short-95-GBP');
  expect(shortfallIn(`#${shortfallAnchor(short)}`)).toEqual(short);
});

test('an amount may be in each currency there is, up to six digits', () => {
  expect(shortfallIn('#short-999999-EUR')).toEqual({ minor: 999_999, currency: 'EUR' });
});

test.each([
  '',
  '#short-095-GBP',
  '#short-95-GBP-',
  '#short-1000000-EUR',
  '#471902',
  '#short-0-GBP',
  '#short-95-USD',
  '#short-9.5-GBP',
  '#short--5-GBP',
  '#short-9999999-GBP',
])('an address that ends in %j names no amount', (hash) => {
  expect(shortfallIn(hash)).toBeUndefined();
});
