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
])('of %i the newest payment bears what it can', (minor, shares) => {
  expect(sharesOf(left, minor)).toEqual(shares);
});

test('gifts are spent first: what can be spent goes back up to what was paid', () => {
  expect(refundableOf(left, 900)).toBe(800);
  expect(refundableOf(left, 700)).toBe(700);
  expect(refundableOf([], 700)).toBe(0);
});
