import { expect, test } from '@jest/globals';
import { topUpOf } from './top-up-amount.js';

test.each([3, 5, 7, 10, 15, 20, 25, 50])('%d can be topped up [row 449]', (amount) => {
  expect(topUpOf(amount, 'EUR')).toEqual({ minor: amount * 100, currency: 'EUR' });
});

test.each([4, 3.5, -3, 0, 1_000_000, 300, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d cannot be topped up [row 450]',
  (amount) => {
    expect(() => topUpOf(amount, 'GBP')).toThrow('Please choose one of the amounts.');
  },
);
