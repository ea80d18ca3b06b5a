import { describe, expect, test } from '@jest/globals';
import type { Intent } from './provider/intent.js';
import {
  canMove,
  isFinal,
  paymentStates,
  stateAfter,
  statesBefore,
  type PaymentState,
} from './payment-state.js';

/** One row per state, one column per state in the order of the list; x marks an allowed move. */
const table: Record<PaymentState, string> = {
  //             a o g p S C W
  asked: '       . x x x x x x',
  open: '        . . x x x x x',
  'given-up': '  . . . x x x x',
  processing: '  . . x . x x x',
  succeeded: '   . . . . . . .',
  canceled: '    . . . . . . .',
  withheld: '    . . . . . . .',
};

const openIntent: Intent = {
  id: 'pi_1',
  status: 'open',
  minor: 500,
  currency: 'GBP',
  paymentId: undefined,
  clientSecret: undefined,
  method: undefined,
  lastFour: undefined,
};
const stateReported = (state: PaymentState, intent: Partial<Intent>, askedMinor = [500]) =>
  stateAfter({ state, currency: 'GBP', askedMinor }, { ...openIntent, ...intent });

describe('a payment', () => {
  const cells = paymentStates.flatMap((from) =>
    paymentStates.map((to, column) => ({ from, to, allowed: table[from].trim().split(' ')[column] === 'x' })),
  );

  test.each(cells)('may move from $from to $to: $allowed', ({ from, to, allowed }) => {
    expect(canMove(from, to)).toBe(allowed);
    expect(statesBefore(to).includes(from)).toBe(allowed);
  });

  test('is final when it succeeded, was canceled, or was withheld', () => {
    expect(paymentStates.filter(isFinal)).toEqual(['succeeded', 'canceled', 'withheld']);
  });
});

describe('a status from the provider', () => {
  const unfinished = paymentStates.filter((state) => !isFinal(state));

  test.each(unfinished)('`succeeded` credits a payment that is %s', (state) => {
    expect(stateReported(state, { status: 'succeeded' })).toBe('succeeded');
  });

  test.each(unfinished)(
    '`succeeded` with another amount or currency withholds a payment that is %s',
    (state) => {
      expect(stateReported(state, { status: 'succeeded', minor: 501 })).toBe('withheld');
      expect(stateReported(state, { status: 'succeeded', currency: 'EUR' })).toBe('withheld');
      expect(stateReported(state, { status: 'succeeded', currency: 'USD' })).toBe('withheld');
    },
  );

  test('`succeeded` with an earlier amount credits the payment, as the browser may have confirmed it', () => {
    expect(stateReported('open', { status: 'succeeded', minor: 300 }, [500, 300, 1000])).toBe('succeeded');
  });

  test('`open` after `processing` gives the payment up', () => {
    expect(stateReported('processing', { status: 'open' })).toBe('given-up');
    expect(stateReported('open', { status: 'open' })).toBe('open');
    expect(stateReported('asked', { status: 'open' })).toBe('open');
    expect(stateReported('given-up', { status: 'open' })).toBe('given-up');
  });

  test('`processing` moves a payment that was given up back to `processing`', () => {
    expect(stateReported('given-up', { status: 'processing' })).toBe('processing');
  });

  test.each(paymentStates.filter(isFinal))('never changes a payment that is %s', (state) => {
    for (const status of ['open', 'processing', 'succeeded', 'canceled'] as const)
      expect(stateReported(state, { status })).toBe(state);
  });
});
