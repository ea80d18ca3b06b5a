import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { RefundView } from '@sixpence/contracts/http/payments';
import { money } from '@sixpence/money/money';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { type Refundable, useRefund } from './use-refund.js';

const realFetch = globalThis.fetch;
const pounds = (minor: number) => money(minor, 'GBP');
const payment = (card: unknown, minor: number) => ({ paymentId: `p-${minor}`, amount: pounds(minor), card });
const wallet = (...payments: unknown[]) =>
  ({ refundable: pounds(700), refundableOf: payments }) as unknown as Refundable;
const refund = (id: string, state: RefundView['state'], minor: number) =>
  ({ id, state, amount: pounds(minor) }) as unknown as RefundView;

let calls: AnsweredCalls;

beforeEach(() => {
  calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/refund-to-card': { status: 200, body: { refunded: pounds(700) } },
  });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

function onPage(known: readonly RefundView[] = []) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/credits']}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(
    (refunds: readonly RefundView[]) => ({ ...useRefund(refunds), at: useLocation().pathname }),
    {
      wrapper,
      initialProps: known,
    },
  );
}

/** Sends a refund and shows its outcome, as the page does. */
async function send(result: ReturnType<typeof onPage>['result'], of = wallet(payment('visa', 700))) {
  await act(async () => {
    const { current } = result;
    current.showOutcome(await current.send(of));
  });
}

test('failed refunds of this request share one message, without earlier ones', async () => {
  const before = [refund('old', 'asked', 100), refund('older', 'failed', 900)];
  const { result, rerender } = onPage(before);
  await send(result);
  expect(result.current.outcome).toMatchObject({ done: expect.stringContaining('£7.00') });
  rerender([
    refund('old', 'failed', 100),
    refund('older', 'failed', 900),
    refund('first', 'failed', 200),
    refund('second', 'sent', 50),
    refund('third', 'failed', 450),
  ]);
  expect(result.current.outcome).toEqual({
    problem: 'The bank did not take £6.50. It is in your balance again.',
  });
});

test('a refund that succeeds leaves the message as it is', async () => {
  const { result, rerender } = onPage();
  await send(result);
  rerender([refund('first', 'sent', 700)]);
  expect(result.current.outcome).toMatchObject({ done: expect.stringContaining('£7.00') });
});

test.each([
  ['one card', 'your card.', ['visa', 'visa']],
  ['two cards', 'your cards.', ['visa', 'master']],
] as const)(
  'the message about a refund of two payments by %s names %s',
  async (_, where, [first, second]) => {
    const payments = [payment(first, 500), payment(second, 200)];
    const { result } = onPage();
    await send(result, wallet(...payments));
    expect(result.current.outcome).toMatchObject({ done: expect.stringContaining(where) });
  },
);

test('a session that has ended leads to /login, without a message', async () => {
  calls.answers['/refund-to-card'] = { status: 401, body: { message: 'Sign in.' } };
  const { result } = onPage();
  await send(result);
  expect(result.current).toMatchObject({ at: '/login', outcome: undefined, busy: false });
});

test('a 403 shows its own sentence, and the page stays', async () => {
  calls.answers['/refund-to-card'] = { status: 403, body: { message: 'Top-ups are closed.' } };
  const { result } = onPage();
  await send(result);
  expect(result.current).toMatchObject({ at: '/credits', outcome: { problem: 'Top-ups are closed.' } });
});

test('an outage has its own message, which disappears while the refund is tried again', async () => {
  calls.answers['/refund-to-card'] = { status: 502 };
  const { result } = onPage();
  await send(result);
  expect(result.current.outcome).toMatchObject({ problem: 'The refund did not work.' });
  let sending: Promise<unknown> | undefined;
  act(() => void (sending = result.current.send(wallet())));
  expect(result.current).toMatchObject({ outcome: undefined, busy: true });
  await act(async () => void (await sending));
  expect(result.current.busy).toBe(false);
});
