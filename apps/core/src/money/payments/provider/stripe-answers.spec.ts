import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { disputeOf, eventOf, intentOf, refundOf } from './stripe-answers.js';

/** The provider’s answers have many more fields than we read. */
const refund = (fields: object) => refundOf({ id: 're_1', amount: 200, ...fields } as Stripe.Refund);
const dispute = (fields: object) =>
  disputeOf({
    id: 'du_1',
    amount: 300,
    payment_intent: 'pi_1',
    balance_transactions: [],
    ...fields,
  } as unknown as Stripe.Dispute);
const intent = (fields: object) =>
  intentOf({
    id: 'pi_1',
    amount: 500,
    amount_received: 400,
    currency: 'gbp',
    metadata: {},
    latest_charge: null,
    ...fields,
  } as unknown as Stripe.PaymentIntent);
const event = (type: string, object: object) =>
  eventOf({ id: 'evt_1', type, created: 1_700_000_000, data: { object } } as unknown as Stripe.Event);

describe('a refund', () => {
  test.each([
    ['pending', false],
    ['requires_action', false],
    ['succeeded', false],
    ['failed', true],
    ['canceled', true],
    [null, false],
  ])('with status %s has failed: %p', (status, failed) => {
    expect(refund({ status }).failed).toBe(failed);
  });

  test('has our id, and the id of its payment, also when the payment is answered as an object', () => {
    const metadata = { refund_id: 'ours' };
    expect(refund({ metadata, payment_intent: { id: 'pi_1' } })).toMatchObject({
      ...{ id: 're_1', intentId: 'pi_1', refundId: 'ours', minor: 200 },
    });
    expect(refund({ metadata: null, payment_intent: 'pi_2' })).toMatchObject({
      ...{ intentId: 'pi_2', refundId: undefined },
    });
    expect(refund({ payment_intent: null }).intentId).toBeUndefined();
  });
});

describe('a payment', () => {
  test.each([
    ['succeeded', 'succeeded', 400],
    ['canceled', 'canceled', 500],
    ['processing', 'processing', 500],
    ['requires_payment_method', 'open', 500],
    ['requires_action', 'open', 500],
    ['requires_capture', 'open', 500],
  ])('with status %s of the provider is %s, with an amount of %d', (providerStatus, status, minor) => {
    expect(intent({ status: providerStatus })).toMatchObject({ status, minor, currency: 'GBP' });
  });

  test('has the ids of its owner and of our payment', () => {
    const metadata = { payment_id: 'payment', owner_id: 'owner' };
    expect(intent({ metadata })).toMatchObject({ paymentId: 'payment', ownerId: 'owner' });
  });

  test.each([
    [{ type: 'card', card: { brand: 'visa', last4: '4242', wallet: null } }, 'visa', '4242'],
    [
      { type: 'card', card: { brand: 'visa', last4: '4242', wallet: { type: 'apple_pay' } } },
      'apple_pay',
      '4242',
    ],
    [{ type: 'card', card: { brand: null, last4: null } }, 'card', undefined],
    [{ type: 'link' }, 'link', undefined],
    [null, undefined, undefined],
  ])('paid by %p has the method %s, %s', (payment_method_details, method, lastFour) => {
    expect(intent({ latest_charge: { payment_method_details } })).toMatchObject({ method, lastFour });
  });

  test('has its refunded amount only when its charge was read', () => {
    const latest_charge = { amount_refunded: 120, disputed: true };
    expect(intent({ latest_charge })).toMatchObject({ refundedMinor: 120, disputed: true });
    for (const unread of ['ch_1', null])
      expect(intent({ latest_charge: unread })).toMatchObject({
        ...{ refundedMinor: undefined, disputed: false, method: undefined },
      });
  });

  test('names its declined card by the charge, or without a charge by the id of the card', () => {
    const lastDeclineId = (last_payment_error: unknown) => intent({ last_payment_error }).lastDeclineId;
    expect(lastDeclineId({ charge: 'ch_1', payment_method: { id: 'pm_1' } })).toBe('ch_1');
    expect(lastDeclineId({ payment_method: { id: 'pm_1' } })).toBe('pm_1');
    expect(lastDeclineId(null)).toBeUndefined();
  });
});

describe('a dispute', () => {
  const moved = (...amounts: number[]) => amounts.map((amount) => ({ amount }));

  test.each([
    ['needs_response', moved(-300), 'open'],
    ['under_review', moved(-300), 'open'],
    ['won', moved(-300, 300), 'won'],
    ['lost', moved(-300), 'lost'],
    ['appeal_under_review', moved(-300), 'lost'],
    ['prevented', [], 'prevented'],
    ['prevented', moved(-300, 300), 'prevented'],
    ['prevented', moved(-300), 'lost'],
    ['prevented', moved(-300, 200), 'lost'],
  ])('with status %s and the moved amounts %j is %s', (status, balance_transactions, state) => {
    expect(dispute({ status, balance_transactions })).toEqual({
      ...{ id: 'du_1', intentId: 'pi_1', minor: 300, state },
    });
  });

  test.each(['warning_needs_response', 'warning_under_review', 'warning_closed'])(
    'with status %s is ignored',
    (status) => {
      expect(dispute({ status })).toBeUndefined();
    },
  );

  test('of a charge without a payment intent is ignored', () => {
    expect(dispute({ status: 'lost', payment_intent: null })).toBeUndefined();
  });
});

test('an event has the ids of its object and payment', () => {
  const payment = { object: 'payment_intent', id: 'pi_1', metadata: { payment_id: 'ours' } };
  expect(event('payment_intent.succeeded', payment)).toEqual({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    subjectId: 'pi_1',
    intentId: 'pi_1',
    paymentId: 'ours',
    at: new Date('2023-11-14T22:13:20Z'),
  });
  const charge = { object: 'charge', id: 'ch_1', payment_intent: 'pi_2', metadata: null };
  expect(event('charge.refunded', charge)).toMatchObject({
    ...{ subjectId: 'ch_1', intentId: 'pi_2', paymentId: undefined },
  });
});
