import { expect, test } from '@jest/globals';
import { currencies } from './currencies.js';
import { topUpAmounts } from './http/payments.js';
import { documentLimits } from './limits.js';

test('the limits that the site states', () => {
  expect(documentLimits).toEqual({
    ...{ fileBytes: 52_428_800, pages: 500, activeDocuments: 100, activeBytes: 524_288_000 },
  });
});

test('the amounts and currencies of the specification', () => {
  expect([topUpAmounts, currencies]).toEqual([
    [3, 5, 7, 10, 15, 20, 25, 50],
    ['GBP', 'EUR'],
  ]);
});
