import { expect, test } from '@jest/globals';
import { vatIn } from './vat-in.js';

test.each([
  [120, 2_000, 20],
  [65, 2_000, 11],
  [15, 2_000, 3],
  [3, 2_000, 1],
  [2, 2_000, 0],
  [105_500, 550, 5_500],
  [100, 0, 0],
  // More was given back in the period than was captured in it.
  [-3, 2_000, -1],
])('the VAT of a price of %d at %d basis points is %d', (minor, basisPoints, vat) => {
  expect(vatIn(minor, basisPoints)).toBe(vat);
});
