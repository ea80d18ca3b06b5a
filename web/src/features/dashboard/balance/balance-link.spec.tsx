import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { cleanup, screen } from '@testing-library/react';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { BalanceLink } from './balance-link.js';

let opened: OpenedPart;
beforeEach(() => {
  answerCalls({ '/user-account-balance': { status: 200, body: { balance: 10 } } });
  opened = openSignedIn(<BalanceLink />);
});
afterEach(() => {
  cleanup();
  opened.restore();
});

const amount = () => screen.getByRole('link').querySelector('[aria-live]')?.textContent;
const balanceNews = (minor: number, currency: 'GBP' | 'EUR'): LiveNews => ({
  type: 'balance',
  available: { minor, currency },
});

test('the balance in pounds is unknown at first, then comes from the call, and then from the news', async () => {
  expect(amount()).toBe('–');
  await opened.settle();
  expect(amount()).toBe('£10.00');
  opened.sendNews(balanceNews(985, 'GBP'));
  expect(amount()).toBe('£9.85');
});

test('euros show beside the pounds only if their balance is not 0', async () => {
  await opened.settle();
  opened.sendNews(balanceNews(0, 'EUR'));
  expect(amount()).toBe('£10.00');
  opened.sendNews(balanceNews(1, 'EUR'));
  expect(amount()).toBe('£10.00 and €0.01');
  opened.sendNews(balanceNews(-50, 'EUR'));
  expect(amount()).toBe('£10.00 and -€0.50');
});
