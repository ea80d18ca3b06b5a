import { expect, test } from '@jest/globals';
import { refundableOf, sharesOf } from './shares.js';

const left = [
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
  [800, left],
  [0, []],
])('a refund of %i is taken from the newest payment first', (minor, shares) => {
  expect(sharesOf(left, minor)).toEqual(shares);
});

test('the refundable amount is the balance, up to the amount paid', () => {
  expect(refundableOf(left, 900)).toBe(800);
  expect(refundableOf(left, 700)).toBe(700);
  expect(refundableOf([], 700)).toBe(0);
});
