import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { Currency } from '@sixpence/contracts/currencies';
import { MemoryRouter } from 'react-router';
import { answerCalls, type AnsweredCalls, holdAnswers } from '../../../lib/testing/answered-calls.js';
import type { UsableForm } from './card-form.js';
import { useTopUp } from './use-top-up.js';

const realFetch = globalThis.fetch;
let calls: AnsweredCalls;

beforeEach(() => {
  calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/stripe-payment-intent': { status: 200, body: { clientSecret: 'pi_1_secret_1' } },
    '/stripe-validate-payment': { status: 200, body: { found: true } },
  });
});

afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const sentTo = (address: string) => calls.sent.filter(([path]) => path === address).map(([, body]) => body);
const intents = () => sentTo('/stripe-payment-intent');
const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

function onPage(form?: UsableForm) {
  const common = { form: { current: form }, onBegin: () => undefined, onPaid: () => undefined };
  return renderHook((currency: Currency) => useTopUp({ ...common, currency }), {
    wrapper: MemoryRouter,
    initialProps: 'GBP',
  });
}

test('a payment intent that arrives late is not used for another currency', async () => {
  const answer = holdAnswers('/stripe-payment-intent');
  const { result, rerender } = onPage();
  act(() => result.current.choose(5));
  await waitFor(() => expect(intents()).toHaveLength(1));
  act(() => result.current.reset());
  rerender('EUR');
  act(() => result.current.choose(7));
  answer();
  await waitFor(() => expect(intents()).toHaveLength(2));
  expect(intents()[1]).toEqual({ amount: 7, currency: 'EUR', payment_intent_id: null });
});

test('of two amounts that are chosen one after the other, only the second gets a payment intent', async () => {
  const { result } = onPage();
  act(() => result.current.choose(5));
  act(() => result.current.choose(7));
  await waitFor(() => expect(result.current.secret).toBe('pi_1_secret_1'));
  expect(intents()).toEqual([{ amount: 7, currency: 'GBP', payment_intent_id: null }]);
});

test.each([200, 502])(
  'an answer %i for an amount that is no longer chosen changes nothing on the page',
  async (status) => {
    calls.answers['/stripe-payment-intent'] = { status, body: { clientSecret: 'pi_1_secret_1' } };
    const answer = holdAnswers('/stripe-payment-intent');
    const { result } = onPage();
    act(() => result.current.choose(5));
    await waitFor(() => expect(intents()).toHaveLength(1));
    act(() => result.current.reset());
    answer();
    await soon();
    const { amount, secret, message } = result.current;
    expect({ amount, secret, message }).toEqual({ amount: undefined, secret: undefined, message: undefined });
  },
);

test('while a payment is checked, a second check does not start', async () => {
  const { result } = onPage();
  await act(() => Promise.all([result.current.resume('pi_1'), result.current.resume('pi_1')]));
  expect(sentTo('/stripe-validate-payment')).toHaveLength(1);
});

test('an error of the provider is logged and shown, and the user can pay again', async () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  const error = new Error('no port');
  const confirm = jest.fn<UsableForm['confirm']>().mockRejectedValue(error);
  const { result } = onPage({ empty: false, confirm });
  act(() => result.current.choose(5));
  await waitFor(() => expect(result.current.secret).toBe('pi_1_secret_1'));
  act(() => result.current.accept(true));
  await act(() => result.current.pay());
  expect(logged.mock.calls).toEqual([['The payment provider failed', error]]);
  expect(result.current.message).toMatchObject({ problem: 'An unexpected error occurred' });
  expect([result.current.paying, sentTo('/stripe-validate-payment')]).toEqual([false, []]);
  confirm.mockResolvedValue({ status: 'confirmed' });
  await act(() => result.current.pay());
  expect(confirm.mock.calls).toEqual(Array(2).fill(['http://localhost/credits?currency=GBP']));
  expect(sentTo('/stripe-validate-payment')).toEqual([{ payment_intent_id: 'pi_1' }]);
});
