import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Currency } from '@sixpence/contracts/currencies';
import { formatMoney } from '@sixpence/theme/money-words';
import { cleanup } from '@testing-library/react';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { useBalance } from './use-balance.js';

let calls: AnsweredCalls;
let opened: OpenedPart;

beforeEach(() => {
  calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/user-account-balance': { status: 200, body: { balance: 10 } },
  });
});
afterEach(() => {
  cleanup();
  opened.restore();
});

function Shown({ currency }: { currency: Currency | undefined }) {
  const { balance, failed } = useBalance(currency);
  return <output>{`${balance ? formatMoney(balance) : 'unknown'}${failed ? ', failed' : ''}`}</output>;
}

const shown = () => opened.container.querySelector('output')?.textContent;
const balanceRequests = () =>
  calls.sent.filter(([path]) => path === '/user-account-balance').map(([, body]) => body);

test('without a currency no balance is fetched', async () => {
  opened = openSignedIn(<Shown currency={undefined} />);
  await opened.settle();
  expect([shown(), calls.sent]).toEqual(['unknown', []]);
});

test('each currency has its own balance, from the answer and then from news', async () => {
  opened = openSignedIn(<Shown currency="EUR" />);
  await opened.settle();
  expect([shown(), balanceRequests()]).toEqual(['€10.00', [{ currency: 'EUR' }]]);
  opened.sendNews({ type: 'balance', available: { minor: 7, currency: 'GBP' } });
  await opened.settle();
  expect(shown()).toBe('€10.00');
  opened.sendNews({ type: 'balance', available: { minor: 985, currency: 'EUR' } });
  await opened.settle();
  expect(shown()).toBe('€9.85');
  opened.show(<Shown currency="GBP" />);
  expect(shown()).toBe('£0.07');
});

test('the answer to a call that was sent before the news does not replace the news', async () => {
  const answered = globalThis.fetch;
  let answer: () => void = () => undefined;
  globalThis.fetch = async (path, init) => {
    if (path === '/user-account-balance') await new Promise<void>((resolve) => (answer = resolve));
    return answered(path, init);
  };
  opened = openSignedIn(<Shown currency="GBP" />);
  await opened.settle();
  opened.sendNews({ type: 'balance', available: { minor: 985, currency: 'GBP' } });
  await opened.settle();
  answer();
  await opened.settle();
  expect(shown()).toBe('£9.85');
});

test.each([
  ['of the balance', '/user-account-balance', { status: 500 }],
  ['of the session', '/validate-session', { status: 200, body: { valid: false } }],
])('a failed call %s shows a balance of 0', async (_, path, failure) => {
  calls.answers[path] = failure;
  opened = openSignedIn(<Shown currency="EUR" />);
  await opened.settle();
  expect(shown()).toBe('€0.00, failed');
  expect(balanceRequests()).toHaveLength(path === '/validate-session' ? 0 : 1);
});
