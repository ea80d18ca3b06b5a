import { afterEach, expect, test } from '@jest/globals';
import { balanceKey, fetchBalance } from './balance.js';
import { answerCalls } from './testing/answered-calls.js';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

test.each([
  [10, 1000],
  // These have no exact form in binary: 1.15 * 100 is 114.99…, and 1.1 * 100 is 110.00…01.
  [1.15, 115],
  [1.1, 110],
  [-0.05, -5],
])('a balance of %d in the answer is %i minor units', async (balance, minor) => {
  const calls = answerCalls({ '/user-account-balance': { status: 200, body: { balance } } });
  expect(await fetchBalance('EUR')).toEqual({ minor, currency: 'EUR' });
  expect(calls.sent).toEqual([['/user-account-balance', { currency: 'EUR' }]]);
});

test('each currency has its own entry in the cache', () => {
  expect([balanceKey('GBP'), balanceKey('EUR')]).toEqual([
    ['balance', 'GBP'],
    ['balance', 'EUR'],
  ]);
});
