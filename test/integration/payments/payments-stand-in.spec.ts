import { createServer, get, type IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { testCards } from '@sixpence/sandbox/payments/book/cards';
import { ControlClient } from '@sixpence/sandbox/payments/control/control-client';
import { PaymentsProcess } from '@sixpence/sandbox/payments/payments-process';
import Stripe from 'stripe';
import { freePort } from '../../support/free-port.js';
import { Payments } from '../../support/builders/payments.js';
import { until } from '../../support/until.js';

let payments: Payments;
let stripe: Stripe;
beforeEach(async () => {
  payments = await Payments.start({ laterMs: 50 });
  stripe = payments.stripe;
});
afterEach(async () => {
  await payments[Symbol.asyncDispose]();
});

const five = { amount: 500, currency: 'gbp' };
const back = 'http://localhost:3000/credits';

async function paid(): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create(five);
  return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: back });
}

function refusal(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error: unknown) => {
      if (error instanceof Stripe.errors.StripeError) return error;
      throw error;
    },
  );
}

test('a payment is made, changed, and read', async () => {
  const made = await stripe.paymentIntents.create({
    ...five,
    automatic_payment_methods: { enabled: true },
    metadata: { payment: 'one' },
  });
  expect(made).toMatchObject({ ...five, status: 'requires_payment_method', metadata: { payment: 'one' } });
  expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_\\w+$`));
  const changed = await stripe.paymentIntents.update(made.id, { amount: 700, metadata: { more: 'two' } });
  expect(changed).toMatchObject({ id: made.id, amount: 700, client_secret: made.client_secret });
  expect(await stripe.paymentIntents.retrieve(made.id)).toMatchObject({
    amount: 700,
    metadata: { payment: 'one', more: 'two' },
  });
});

test('the charge shows the kind of card and its last four digits', async () => {
  const { id, status, amount_received } = await paid();
  expect({ status, amount_received }).toEqual({ status: 'succeeded', amount_received: 500 });
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(charge).toMatchObject({
    status: 'succeeded',
    payment_intent: id,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  });
});

test.each(testCards.filter(({ decline, slow, asksPerson }) => decline && !slow && !asksPerson))(
  'a card that $what: $number',
  async ({ token, decline }) => {
    const { id } = await stripe.paymentIntents.create(five);
    const error = await refusal(stripe.paymentIntents.confirm(id, { payment_method: token }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      code: decline?.code,
      message: decline?.message,
      payment_intent: { id, status: 'requires_payment_method' },
    });
    expect(error.decline_code).toBe(decline?.declineCode ?? '');
    const again = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(again.status).toBe('succeeded');
  },
);

test('an amount, a currency, or a parameter that Stripe does not accept is refused like at Stripe', async () => {
  const create = (change: object) => refusal(stripe.paymentIntents.create({ ...five, ...change }));
  expect(await create({ amount: 29 })).toMatchObject({ statusCode: 400, code: 'amount_too_small' });
  expect(await create({ amount: 1.5 })).toMatchObject({ code: 'parameter_invalid_integer' });
  expect(await create({ amount: undefined })).toMatchObject({ code: 'parameter_missing', param: 'amount' });
  expect(await create({ currency: 'xxx' })).toMatchObject({ statusCode: 400, param: 'currency' });
  expect(await create({ colour: 'red' })).toMatchObject({ code: 'parameter_unknown', param: 'colour' });
});

test('wrong keys, addresses, versions, and ids are refused like at Stripe', async () => {
  const wrongKey = await refusal(payments.sdk('sk_test_other').paymentIntents.create(five));
  expect(wrongKey).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  const pageKey = await refusal(payments.sdk(payments.keys.publishableKey).paymentIntents.create(five));
  expect(pageKey).toMatchObject({ statusCode: 401, code: 'secret_key_required' });
  const unknown = await refusal(stripe.paymentIntents.retrieve('pi_unknown'));
  expect(unknown).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  const unknownRoute = await refusal(stripe.customers.create({}));
  expect(unknownRoute).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
  const old = await refusal(stripe.paymentIntents.create(five, { apiVersion: '2020-08-27' }));
  expect(old.message).toContain('Invalid Stripe API version: 2020-08-27');
});

test('a repeated idempotency key repeats the answer, and no object is made twice', async () => {
  const key = { idempotencyKey: 'payment:1' };
  const [first, second] = await Promise.all([
    stripe.paymentIntents.create(five, key),
    stripe.paymentIntents.create(five, key),
  ]);
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  const other = await refusal(stripe.paymentIntents.create({ ...five, amount: 700 }, key));
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(other.statusCode).toBe(400);
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)(
  'an idempotency key repeats its failure for a day when the request failed %s it took effect',
  async (when, made) => {
    const once = payments.sdk(payments.keys.secretKey, { maxNetworkRetries: 0 });
    await payments.control.do('fault', { path: '^/v1/payment_intents$', when, answer: 500 });
    const ask = (idempotencyKey: string) => once.paymentIntents.create(five, { idempotencyKey });
    expect((await refusal(ask('payment:1'))).headers).not.toHaveProperty('idempotent-replayed');
    const again = await refusal(ask('payment:1'));
    expect([again.statusCode, again.headers?.['idempotent-replayed']]).toEqual([500, 'true']);
    expect((await stripe.paymentIntents.list()).data).toHaveLength(made);
    await ask('payment:2');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000 + 1_000);
    await ask('payment:1');
    expect((await stripe.paymentIntents.list()).data).toHaveLength(made + 2);
  },
);

test('when an answer is lost, the retry of the SDK gets the same answer, and there is one payment', async () => {
  await payments.control.do('fault', { path: '^/v1/payment_intents$', when: 'after', answer: 'cut' });
  const patient = payments.sdk(payments.keys.secretKey, { maxNetworkRetries: 2 });
  const made = await patient.paymentIntents.create(five);
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([made.id]);
  const seen = await payments.control.do('requests', {});
  expect(seen.filter(({ method }) => method === 'POST').map(({ replayed }) => replayed)).toEqual([
    false,
    true,
  ]);
});

test('the SDK reports an injected error as a Stripe API error', async () => {
  await payments.control.do('fault', { path: 'payment_intents', answer: 500, times: 2 });
  const once = payments.sdk(payments.keys.secretKey, { maxNetworkRetries: 0 });
  expect(await refusal(once.paymentIntents.list())).toBeInstanceOf(Stripe.errors.StripeAPIError);
  await payments.control.do('noFaults', {});
  expect((await once.paymentIntents.list()).data).toEqual([]);
});

test('a payment that needs authentication succeeds or fails with the authentication', async () => {
  const asked = async () => {
    const { id } = await stripe.paymentIntents.create(five);
    const method = { payment_method: 'pm_card_authenticationRequired', return_url: back };
    const asking = await stripe.paymentIntents.confirm(id, method);
    expect(asking.next_action?.redirect_to_url).toEqual({
      return_url: back,
      url: `${payments.url}/bank/${id}`,
    });
    return id;
  };
  const passed = await payments.control.do('authenticate', { intent: await asked(), hasAuthenticated: true });
  expect(passed.status).toBe('succeeded');
  const failed = await payments.control.do('authenticate', {
    intent: await asked(),
    hasAuthenticated: false,
  });
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
});

test('a payment with a slow card is processing, cannot be canceled, and succeeds later', async () => {
  const { id } = await stripe.paymentIntents.create(five);
  const under = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_slow' });
  expect(under.status).toBe('processing');
  expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  await until(async () => (await stripe.paymentIntents.retrieve(id)).status === 'succeeded');
});

test('an unpaid payment can be canceled; a paid one cannot', async () => {
  const { id } = await stripe.paymentIntents.create(five);
  const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  expect(await refusal(stripe.paymentIntents.cancel((await paid()).id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'succeeded' },
  });
});

test('refunds return at most the amount of the payment', async () => {
  const { id } = await paid();
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 200 });
  expect(refund).toMatchObject({ amount: 200, currency: 'gbp', status: 'succeeded', payment_intent: id });
  expect(await refusal(stripe.refunds.create({ payment_intent: id, amount: 301 }))).toMatchObject({
    statusCode: 400,
    message: 'Refund amount (£3.01) is greater than unrefunded amount on charge (£3.00)',
  });
  await payments.control.do('refund', { intent: id });
  expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_already_refunded',
  });
  const { data } = await stripe.refunds.list({ payment_intent: id });
  expect(data.map(({ amount }) => amount)).toEqual([300, 200]);
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ amount: 200 });
  expect(await stripe.charges.retrieve(refund.charge as string)).toMatchObject({
    amount_refunded: 500,
    refunded: true,
  });
});

test('a refund that the bank sends back has failed', async () => {
  const { id } = await paid();
  const { id: refund } = await stripe.refunds.create({ payment_intent: id });
  await payments.control.do('failRefund', { refund });
  expect(await stripe.refunds.retrieve(refund)).toMatchObject({ status: 'failed' });
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(500);
});

test('a dispute blocks refunds, and can be won', async () => {
  const { id } = await paid();
  const { id: dispute } = await payments.control.do('dispute', { intent: id });
  expect((await stripe.disputes.list({ payment_intent: id })).data).toMatchObject([
    { id: dispute, amount: 500, status: 'needs_response', reason: 'fraudulent' },
  ]);
  expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_disputed',
  });
  await payments.control.do('closeDispute', { dispute, status: 'won' });
  expect(await stripe.disputes.retrieve(dispute)).toMatchObject({ status: 'won' });
});

test('payments with certain test cards succeed, and are disputed or fail later', async () => {
  const disputed = await stripe.paymentIntents.create(five);
  await stripe.paymentIntents.confirm(disputed.id, { payment_method: 'pm_card_createDispute' });
  await until(async () => (await stripe.disputes.list()).data.length === 1);
  const failing = await stripe.paymentIntents.create(five);
  await stripe.paymentIntents.confirm(failing.id, { payment_method: 'pm_card_failsLate' });
  await until(
    async () => (await stripe.paymentIntents.retrieve(failing.id)).status === 'requires_payment_method',
  );
});

test('lists come in pages, the newest first', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await stripe.paymentIntents.create(five)).id);
  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(first.has_more).toBe(true);
  const all: string[] = [];
  for await (const { id } of stripe.paymentIntents.list({ limit: 2, created: { gte: 0 } })) all.push(id);
  expect(all).toEqual(made);
  expect((await stripe.paymentIntents.list({ created: { lt: 1_000 } })).data).toEqual([]);
  const events = await stripe.events.list({ types: ['payment_intent.created'] });
  expect(events.data).toHaveLength(5);
});

test('refunds, disputes, and failures of all payments are listed by their time, in pages', async () => {
  const paid = async () => {
    const { id } = await stripe.paymentIntents.create(five);
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    return id;
  };
  const madeSince = (gte: number) => ({ limit: 2, created: { gte } });
  const [one, other] = [await paid(), await paid()];
  for (const intent of [one, one, other])
    await stripe.refunds.create({ payment_intent: intent, amount: 100 });
  for (const intent of [await paid(), await paid(), await paid()])
    await payments.control.do('dispute', { intent });
  await payments.control.do('failLate', { intent: await paid() });
  const refunds = await stripe.refunds.list(madeSince(0)).autoPagingToArray({ limit: 10 });
  expect(refunds.map(({ payment_intent: intent }) => intent)).toEqual([other, one, one]);
  expect((await stripe.refunds.list(madeSince(0))).has_more).toBe(true);
  expect(await stripe.disputes.list(madeSince(0)).autoPagingToArray({ limit: 10 })).toHaveLength(3);
  const type = 'payment_intent.payment_failed';
  expect((await stripe.events.list({ type, ...madeSince(0) })).data).toHaveLength(1);
  const tomorrow = madeSince(Math.floor(Date.now() / 1_000) + 86_400);
  for (const list of [
    stripe.refunds.list(tomorrow),
    stripe.disputes.list(tomorrow),
    stripe.events.list({ type, ...tomorrow }),
  ])
    expect((await list).data).toEqual([]);
});

test('the process of the stand-in is ready after its start, and keeps its keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-payments-'));
  const start = async () =>
    PaymentsProcess.start({
      port: await freePort(),
      folder,
      webhooks: 'http://127.0.0.1:9/stripe-webhook',
      logFile: join(folder, 'log'),
    });
  try {
    const first = await start();
    const { STRIPE_SECRET_KEY: key = '', STRIPE_API_URL: url = '' } = first.variables;
    const control = new ControlClient(url, key);
    expect(await control.do('requests', {})).toEqual([]);
    await first.stop();
    const second = await start();
    expect(second.variables['STRIPE_SECRET_KEY']).toBe(key);
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a restart keeps all payments and keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-payments-'));
  try {
    const file = join(folder, 'payments.jsonl');
    const before = await Payments.start({ file });
    const { id } = await before.stripe.paymentIntents.create(five, { idempotencyKey: 'once' });
    await before.control.do('confirm', { intent: id });
    await before[Symbol.asyncDispose]();
    await using after = await Payments.start({ file });
    expect(await after.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
    expect((await after.stripe.paymentIntents.create(five, { idempotencyKey: 'once' })).id).toBe(id);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A merchant that answers its webhooks with these statuses. */
async function merchant(statuses: number[] = []) {
  const port = await freePort();
  const got: { body: string; signature: string; status: number }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses.shift() ?? 200;
      got.push({ body, signature: String(request.headers['stripe-signature']), status });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await payments.control.do('webhooks', { address: `http://127.0.0.1:${port}/stripe-webhook` });
  const events = () => got.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);
  const end = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { got, events, [Symbol.asyncDispose]: end };
}

test('webhooks are signed, and retried after a failure', async () => {
  await using shop = await merchant([500]);
  await stripe.paymentIntents.create(five);
  await until(() => shop.got.length === 2);
  expect(shop.got.map(({ status }) => status)).toEqual([500, 200]);
  for (const { body, signature } of shop.got) {
    const event = stripe.webhooks.constructEvent(body, signature, payments.keys.webhookSecret);
    expect(event).toMatchObject({ type: 'payment_intent.created', api_version: Stripe.API_VERSION });
  }
});

test('webhooks are doubled or held if a test requests it', async () => {
  await using shop = await merchant();
  await payments.control.do('webhooks', { copies: 2 });
  const { id } = await stripe.paymentIntents.create(five);
  await until(() => shop.got.length === 2);
  await payments.control.do('webhooks', { events: 'held' });
  await payments.control.do('confirm', { intent: id });
  const [succeeded, charged] = (await stripe.events.list({ limit: 2 })).data;
  await payments.control.do('send', { event: succeeded?.id ?? '' });
  await payments.control.do('send', { event: charged?.id ?? '' });
  expect(shop.events().slice(2)).toEqual(['payment_intent.succeeded', 'charge.succeeded']);
});

test.each(['other-secret', 'unsigned', 'stale', 'changed', 're-serialised'] as const)(
  'the SDK refuses a webhook with a requested flaw (%s)',
  async (flaw) => {
    await payments.control.do('webhooks', { events: 'held' });
    await using shop = await merchant();
    await stripe.paymentIntents.create(five);
    const [event] = (await stripe.events.list()).data;
    await payments.control.do('send', { event: event?.id ?? '', flaw });
    const { body = '', signature = '' } = shop.got[0] ?? {};
    const read = () => stripe.webhooks.constructEvent(body, signature, payments.keys.webhookSecret);
    expect(read).toThrow(Stripe.errors.StripeSignatureVerificationError);
  },
);

test('the front page shows the cards and the payments, and no secret', async () => {
  const { id, client_secret: secret } = await paid();
  const html = await (await fetch(payments.url)).text();
  for (const shown of ['4242 4242 4242 4242', '£5.00', 'succeeded', id]) expect(html).toContain(shown);
  expect(html).not.toContain(secret);
  const [pays, declined] = html.split('Cards that are declined');
  expect([pays, declined]).toEqual([
    expect.not.stringContaining('4000 0000 0000 0002'),
    expect.stringContaining('4000 0000 0000 0002'),
  ]);
});

test('a client secret allows access only to its own payment', async () => {
  const { id, client_secret: secret } = await stripe.paymentIntents.create(five);
  const read = async (given: string) => {
    const headers = { authorization: `Bearer ${payments.keys.publishableKey}` };
    return fetch(`${payments.url}/v1/payment_intents/${id}?client_secret=${given}`, { headers });
  };
  expect((await read(secret ?? '')).status).toBe(200);
  expect((await read('pi_other_secret_x')).status).toBe(400);
  expect((await fetch(`${payments.url}/bank/${id}`)).status).toBe(410);
});

test('the control address requires the secret key', async () => {
  const stranger = await fetch(`${payments.url}/_control/requests`, { method: 'POST', body: '{}' });
  expect(stranger.status).toBe(401);
  const rebound = await new Promise<IncomingMessage>((resolve) => {
    get(`${payments.url}/healthz`, { headers: { host: 'elsewhere.example' } }, resolve);
  });
  rebound.resume();
  expect(rebound.statusCode).toBe(403);
});
