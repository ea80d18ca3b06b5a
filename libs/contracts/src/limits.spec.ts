import { expect, test } from '@jest/globals';
import { currencies } from './currencies.js';
import { topUpAmounts } from './http/payments.js';
import { documentLimits } from './limits.js';

test('a document has at most 50 MB and 500 pages, and a user at most 100 documents with 500 MB', () => {
  expect(documentLimits).toEqual({
    ...{ fileBytes: 52_428_800, pages: 500, activeDocuments: 100, activeBytes: 524_288_000 },
  });
});

test('top-ups have the amounts and currencies of the specification', () => {
  expect([topUpAmounts, currencies]).toEqual([
    [3, 5, 7, 10, 15, 20, 25, 50],
    ['GBP', 'EUR'],
  ]);
});
