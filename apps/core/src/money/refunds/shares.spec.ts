import { expect, test } from '@jest/globals';
import { refundableOf, sharesOf } from './shares.js';

const unrefunded = [
  { paymentId: 'newest', minor: 300 },
  { paymentId: 'older', minor: 500 },
];

test.each([
  [200, [{ paymentId: 'newest', minor: 200 }]],
  [300, [{ paymentId: 'newest', minor: 300 }]],
  [
    301,
    [
      { paymentId: 'newest', minor: 300 },
      { paymentId: 'older', minor: 1 },
    ],
  ],
  [800, unrefunded],
  [0, []],
])('a refund of %i is taken from the newest payment first', (minor, shares) => {
  expect(sharesOf(unrefunded, minor)).toEqual(shares);
});

test('the refundable amount is the balance, at most what was paid and not refunded', () => {
  expect(refundableOf(unrefunded, 900)).toBe(800);
  expect(refundableOf(unrefunded, 700)).toBe(700);
  expect(refundableOf([], 700)).toBe(0);
});
