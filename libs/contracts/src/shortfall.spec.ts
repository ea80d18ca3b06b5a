import { expect, test } from '@jest/globals';
import { shortfallAnchor, shortfallIn } from './shortfall.js';

test('an anchor is read back as its shortfall', () => {
  const shortfall = { minor: 95, currency: 'GBP' } as const;
  expect(shortfallAnchor(shortfall)).toBe('short-95-GBP');
  expect(shortfallIn(`#${shortfallAnchor(shortfall)}`)).toEqual(shortfall);
});

test('an anchor may have an amount in euros, and one with six digits', () => {
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
])('the anchor %j has no amount', (hash) => {
  expect(shortfallIn(hash)).toBeUndefined();
});
