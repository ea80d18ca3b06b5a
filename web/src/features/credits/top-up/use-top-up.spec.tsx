import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { Currency } from '@sixpence/contracts/currencies';
import { MemoryRouter } from 'react-router';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import { useTopUp } from './use-top-up.js';

const realFetch = globalThis.fetch;

afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

test('a payment intent that arrives late is not used for another currency', async () => {
  const calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/stripe-payment-intent': { status: 200, body: { clientSecret: 'pi_1_secret_1' } },
  });
  const answered = globalThis.fetch;
  let answer = () => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  globalThis.fetch = async (input, init) => {
    const told = answered(input, init);
    if (input === '/stripe-payment-intent') await late;
    return told;
  };
  const asked = () =>
    calls.sent.filter(([path]) => path === '/stripe-payment-intent').map(([, body]) => body);
  const common = { form: { current: undefined }, onBegin: () => undefined, onPaid: () => undefined };
  const { result, rerender } = renderHook((currency: Currency) => useTopUp({ ...common, currency }), {
    wrapper: MemoryRouter,
    initialProps: 'GBP',
  });

  act(() => result.current.choose(5));
  await waitFor(() => expect(asked()).toHaveLength(1));
  act(() => result.current.reset());
  rerender('EUR');
  act(() => result.current.choose(7));
  answer();
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toEqual({ amount: 7, currency: 'EUR', payment_intent_id: null });
});
