import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '@sixpence/sandbox/payments/rest/routes';
import Stripe from 'stripe';
import { Payments } from '../../support/builders/payments.js';
import { type Described, PublishedTypes } from '../../support/peers/published-types.js';
import { until } from '../../support/until.js';

/** An answer of the stand-in over HTTP. */
interface RecordedAnswer {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

const after = new AsyncDisposableStack();
let published: PublishedTypes;
let payments: Payments;
let stripe: Stripe;
const recorded: RecordedAnswer[] = [];
beforeAll(async () => {
  published = new PublishedTypes();
  payments = after.use(await Payments.start({ laterMs: 50 }));
  stripe = payments.sdk(payments.keys.secretKey, { httpClient: recordingClient, maxNetworkRetries: 0 });
});
afterAll(() => after.disposeAsync());

const recordingClient = Stripe.createFetchHttpClient(
  async (url: RequestInfo | URL, request?: RequestInit) => {
    const answer = await fetch(url, request);
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    const body: unknown = await answer.clone().json();
    recorded.push({ method: request?.method ?? 'GET', path: pathname, status: answer.status, body });
    return answer;
  },
);

/** The differences of an answer from its published type. Each entry of a list is compared. */
function differences({ method, path, status, body }: RecordedAnswer): string[] {
  const { object, data, error } = body as {
    object?: string;
    data?: { object: Described }[];
    error?: unknown;
  };
  if (status >= 400) return published.problemsOf('error', error);
  if (object !== 'list') return published.problemsOf(object as Described, body);
  const wrapped = Object.keys(body as object)
    .toSorted()
    .join();
  const outside = wrapped === 'data,has_more,object,url' ? [] : [`${method} ${path} answers ${wrapped}`];
  return [...outside, ...data!.flatMap((each) => published.problemsOf(each.object, each))];
}

const five = { amount: 500, currency: 'gbp' };
const back = { return_url: 'http://localhost:3000/credits' };

async function paid(card = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create(five);
  return stripe.paymentIntents.confirm(id, { payment_method: card, ...back });
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): string {
  if (typeof charge !== 'string') throw new Error('The charge is not named by its id');
  return charge;
}

/** Runs every case that the stand-in supports, successes and failures. */
async function runAllCases(): Promise<void> {
  const listed = { limit: 100, created: { gte: 1 } };
  const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow();
  const { id: named } = await stripe.paymentIntents.create({
    ...five,
    allowed_payment_method_types: ['card', 'link'],
    description: 'Credits',
    metadata: { payment_id: 'one' },
    receipt_email: 'a@example.com',
  });
  await stripe.paymentIntents.update(named, { amount: 700 });
  await stripe.paymentIntents.cancel(named, { cancellation_reason: 'abandoned' });
  await refused(stripe.paymentIntents.update(named, { amount: 800 }));
  for (const card of ['pm_card_visa', 'pm_card_mastercard', 'pm_card_pendingRefund', 'pm_card_refundFail']) {
    const intent = await paid(card);
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 200,
      metadata: { a: 'b' },
    });
    await stripe.refunds.retrieve(refund.id);
    await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    await stripe.charges.retrieve(chargeOf(intent));
  }
  for (const card of ['pm_card_authenticationRequired', 'pm_card_slow', 'pm_card_slowDeclined'])
    await paid(card);
  const waiting = await paid('pm_card_authenticationRequired');
  await payments.control.do('authenticate', { intent: waiting.id, hasAuthenticated: false });
  await stripe.paymentIntents.retrieve(waiting.id);
  for (const card of ['chargeDeclined', 'chargeDeclinedInsufficientFunds'])
    await refused(paid(`pm_card_visa_${card}`));
  for (const end of ['won', 'lost', 'prevented', 'appeal_under_review'] as const) {
    const intent = await paid();
    const { id } = await payments.control.do('dispute', { intent: intent.id, amount: 300 });
    await refused(stripe.refunds.create({ payment_intent: intent.id }));
    await payments.control.do('closeDispute', { dispute: id, status: end });
    await stripe.disputes.retrieve(id);
  }
  const failing = await paid();
  await payments.control.do('failLate', { intent: failing.id });
  await stripe.paymentIntents.retrieve(failing.id, { expand: ['latest_charge'] });
  await refused(stripe.refunds.create({ payment_intent: failing.id }));
  const whole = await paid();
  await refused(stripe.refunds.create({ payment_intent: whole.id, amount: 501 }));
  await stripe.refunds.create({ charge: chargeOf(whole) });
  await refused(stripe.refunds.create({ payment_intent: whole.id }));
  await refused(stripe.paymentIntents.create({ ...five, amount: 1 }));
  await refused(stripe.paymentIntents.create({ ...five, amount: 100_000_000 }));
  await refused(stripe.paymentIntents.create({ ...five, currency: 'xyz' }));
  await refused(stripe.paymentIntents.create({ currency: 'gbp' } as never));
  await refused(stripe.paymentIntents.create({ ...five, amount: 'much' } as never));
  await refused(stripe.paymentIntents.create({ ...five, colour: 'red' } as never));
  await refused(stripe.paymentIntents.retrieve('pi_nowhere'));
  await refused(stripe.paymentIntents.confirm(named, { payment_method: 'pm_card_visa' }));
  await refused(stripe.paymentIntents.confirm((await stripe.paymentIntents.create(five)).id));
  await refused(stripe.customers.list());
  await refused(payments.sdk('sk_test_other', { httpClient: recordingClient }).refunds.list());
  await refused(payments.sdk(payments.keys.publishableKey, { httpClient: recordingClient }).refunds.list());
  await refused(stripe.refunds.list({ limit: 1 }, { apiVersion: '2020-08-27' }));
  await stripe.paymentIntents.create(five, { idempotencyKey: 'a' });
  await refused(stripe.paymentIntents.create({ ...five, amount: 600 }, { idempotencyKey: 'a' }));
  for (const answer of [400, 429, 500, 503]) {
    await payments.control.do('fault', { path: '^/v1/refunds$', answer });
    await refused(stripe.refunds.list());
  }
  const isDecided = async () => {
    const { data } = await stripe.refunds.list(listed);
    return data.some(({ status }) => status === 'failed') && data.every(({ status }) => status !== 'pending');
  };
  await until(isDecided);
  await stripe.paymentIntents.list(listed);
  await stripe.charges.list(listed);
  await stripe.disputes.list(listed);
  const { data: events } = await stripe.events.list({ limit: 100 });
  await stripe.events.retrieve(events[0]!.id);
}

describe('the stand-in for Stripe', () => {
  beforeAll(runAllCases);

  test("each answer and each error has Stripe's published type", () => {
    const found = recorded.flatMap((each) =>
      differences(each).map((what) => `${each.method} ${each.path}: ${what}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  test('each of its routes was called', () => {
    const patterns = routes.map(({ method, path }) => ({
      method,
      path,
      like: new RegExp(`^${path.replace(':id', String.raw`\w+`)}$`),
    }));
    const unasked = patterns.filter(
      ({ method, like }) =>
        !recorded.some((each) => each.method === method && like.test(each.path) && each.status < 300),
    );
    expect(unasked).toEqual([]);
  });
});

describe('the comparison with a published type finds', () => {
  const changed = (object: Described, change: object) => {
    const answers = recorded.flatMap(({ body }) => body as { object?: string });
    return published.problemsOf(object, { ...answers.find((each) => each.object === object), ...change });
  };

  test.each<[string, Described, object]>([
    ['an unknown state', 'dispute', { status: 'done' }],
    ['a number instead of a string', 'charge', { currency: 826 }],
    ['a missing required field', 'payment_intent', { amount: undefined }],
    ['a null that is not allowed', 'dispute', { reason: null }],
    ['an unknown field', 'payment_intent', { colour: 'red' }],
    ['a wrong value in a nested object', 'charge', { outcome: { type: 'authorized' } }],
  ])('%s', (_, object, change) => {
    expect(changed(object, {})).toEqual([]);
    expect(changed(object, change)).not.toEqual([]);
  });

  test('an unknown type of error', () => {
    expect(published.problemsOf('error', { type: 'card_error', code: 'card_declined' })).toEqual([]);
    expect(published.problemsOf('error', { type: 'rate_limit_error' })).not.toEqual([]);
    expect(published.problemsOf('error', { type: 'card_error', code: 'no_money' })).not.toEqual([]);
  });
});
