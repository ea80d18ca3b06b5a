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
const has = (minor: number, currency: 'GBP' | 'EUR'): LiveNews => ({
  type: 'balance',
  available: { minor, currency },
});

test('the balance in pounds is unknown, then that of the call, then that of the news', async () => {
  expect(amount()).toBe('–');
  await opened.settle();
  expect(amount()).toBe('£10.00');
  opened.tell(has(985, 'GBP'));
  expect(amount()).toBe('£9.85');
});

test('euros show beside the pounds only if there are some', async () => {
  await opened.settle();
  opened.tell(has(0, 'EUR'));
  expect(amount()).toBe('£10.00');
  opened.tell(has(1, 'EUR'));
  expect(amount()).toBe('£10.00 and €0.01');
  opened.tell(has(-50, 'EUR'));
  expect(amount()).toBe('£10.00 and -€0.50');
});
