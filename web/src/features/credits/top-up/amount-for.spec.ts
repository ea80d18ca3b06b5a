import { expect, test } from '@jest/globals';
import { amountFor } from './amount-for.js';

test.each([
  [1, 3],
  [300, 3],
  [301, 5],
  [5_000, 50],
  [5_001, 50],
])('a shortfall of %ip needs a top-up of £%i', (minor, amount) => {
  expect(amountFor({ minor, currency: 'GBP' })).toBe(amount);
});
