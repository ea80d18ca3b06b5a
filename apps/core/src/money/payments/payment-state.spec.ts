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

const pound: Intent = {
  id: 'pi_1',
  status: 'open',
  minor: 500,
  currency: 'GBP',
  paymentId: undefined,
  clientSecret: undefined,
  method: undefined,
  lastFour: undefined,
};
const told = (state: PaymentState, intent: Partial<Intent>, askedMinor = [500]) =>
  stateAfter({ state, currency: 'GBP', askedMinor }, { ...pound, ...intent });

describe('a payment', () => {
  const cells = paymentStates.flatMap((from) =>
    paymentStates.map((to, column) => ({ from, to, allowed: table[from].trim().split(' ')[column] === 'x' })),
  );

  test.each(cells)('from $from to $to: $allowed', ({ from, to, allowed }) => {
    expect(canMove(from, to)).toBe(allowed);
    expect(statesBefore(to).includes(from)).toBe(allowed);
  });

  test('is final or not', () => {
    expect(paymentStates.filter(isFinal)).toEqual(['succeeded', 'canceled', 'withheld']);
  });
});

describe('a status from the provider', () => {
  const notOver = paymentStates.filter((state) => !isFinal(state));

  test.each(notOver)('of success credits a payment that is %s', (state) => {
    expect(told(state, { status: 'succeeded' })).toBe('succeeded');
  });

  test.each(notOver)('of success with another amount or currency withholds a payment that is %s', (state) => {
    expect(told(state, { status: 'succeeded', minor: 501 })).toBe('withheld');
    expect(told(state, { status: 'succeeded', currency: 'EUR' })).toBe('withheld');
    expect(told(state, { status: 'succeeded', currency: 'USD' })).toBe('withheld');
  });

  test('of success with an earlier amount counts, because the page may have confirmed it', () => {
    expect(told('open', { status: 'succeeded', minor: 300 }, [500, 300, 1000])).toBe('succeeded');
  });

  test('of open after processing gives the payment up', () => {
    expect(told('processing', { status: 'open' })).toBe('given-up');
    expect(told('open', { status: 'open' })).toBe('open');
    expect(told('asked', { status: 'open' })).toBe('open');
    expect(told('given-up', { status: 'open' })).toBe('given-up');
  });

  test('of processing reopens a payment that was given up', () => {
    expect(told('given-up', { status: 'processing' })).toBe('processing');
  });

  test.each(paymentStates.filter(isFinal))('does not change a payment that is %s', (state) => {
    for (const status of ['open', 'processing', 'succeeded', 'canceled'] as const)
      expect(told(state, { status })).toBe(state);
  });
});
