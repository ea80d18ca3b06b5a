import { describe, expect, jest, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { StripeService } from '@sixpence/core/money/payments/provider/stripe.service';
import { TopUpsService } from '@sixpence/core/money/payments/top-ups.service';
import { hostileRequests } from '../../support/peers/hostile-requests.js';
import { type Payer, payingForTests, type PayingWorld } from '../../support/builders/paying.js';
import { until } from '../../support/until.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

/** Reads all unfinished payments now; core's own round reads a payment only after half a minute. */
const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });

test("where payments are set up, the page gets the publishable key and the script's address", async () => {
  const answer = await world.core.call('GET', '/payment-config', { cookie: anna.cookie });
  expect(await answer.json()).toEqual({
    publishableKey: world.payments.keys.publishableKey,
    scriptUrl: expect.stringContaining(world.payments.url),
  });
});

describe('beginning a payment', () => {
  const amounts = [3, 5, 7, 10, 15, 20, 25, 50].flatMap((amount) =>
    ['GBP', 'eur'].map((currency) => ({ amount, currency })),
  );

  test.each(amounts)(
    '$amount $currency is answered with a client secret [row 449]',
    async ({ amount, currency }) => {
      const answer = await world.intent(anna, amount, { currency });
      const { clientSecret } = (await answer.json()) as { clientSecret: string };
      expect({ status: answer.status, clientSecret }).toEqual({
        status: 200,
        clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      });
      const intent = clientSecret.split('_secret_')[0]!;
      const intentAtProvider = await world.payments.stripe.paymentIntents.retrieve(intent);
      expect([intentAtProvider.amount, intentAtProvider.currency]).toEqual([
        amount * 100,
        currency.toLowerCase(),
      ]);
    },
  );

  test.each([null, '', undefined])('no earlier payment is needed: %p [row 393]', async (again) => {
    const body = { amount: 5, currency: 'GBP', payment_intent_id: again };
    const answer = await world.core.call('POST', '/stripe-payment-intent', { body, cookie: anna.cookie });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { clientSecret: expect.stringContaining('_secret_') },
    ]);
  });

  test.each([4, 3.5, -3, 0, 300, 1_000_000, '5', null, [5]])(
    'the amount %p is refused before the provider is asked [row 356] [row 450]',
    async (amount) => {
      const before = (await world.asked()).length;
      expect((await world.intent(anna, amount)).status).toBe(400);
      expect((await world.asked()).length).toBe(before);
    },
  );

  test.each(['USD', 'XBT', '', 'GB'])(
    'the currency %p is refused before the provider is asked [row 13]',
    async (currency) => {
      const before = (await world.asked()).length;
      expect((await world.intent(anna, 5, { currency })).status).toBe(400);
      expect((await world.asked()).length).toBe(before);
    },
  );

  test("only cards, their wallets, and Link are allowed, even if the provider's account allows more", async () => {
    const intentAtProvider = await world.payments.stripe.paymentIntents.retrieve(await world.begun(anna));
    expect(intentAtProvider.allowed_payment_method_types).toEqual(['card', 'link']);
    expect(intentAtProvider.payment_method_types).toEqual(['card', 'link']);
  });

  test("the provider's metadata names our payment and its owner", async () => {
    const intent = await world.begun(anna);
    const { metadata } = await world.payments.stripe.paymentIntents.retrieve(intent);
    expect(metadata).toEqual({ payment_id: (await world.row(intent))!['id'], owner_id: anna.userId });
  });

  test('another amount keeps the intent, and the last amount counts [row 394] [row 216]', async () => {
    const intent = await world.begun(anna, 5);
    for (const amount of [10, 5, 20]) expect(await world.begun(anna, amount, { again: intent })).toBe(intent);
    expect((await world.payments.stripe.paymentIntents.retrieve(intent)).amount).toBe(2000);
    expect(await world.row(intent)).toMatchObject({ asked_minor: [500, 1000, 2000] });
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await world.credits(anna)).toEqual([2000]);
  });

  test('beginning in another tab or currency cancels the earlier intent', async () => {
    const first = await world.begun(anna, 5);
    const second = await world.begun(anna, 10);
    const third = await world.begun(anna, 10, { again: second, currency: 'EUR' });
    expect(new Set([first, second, third]).size).toBe(3);
    for (const [intent, state] of [
      [first, 'canceled'],
      [second, 'canceled'],
      [third, 'open'],
    ] as const) {
      expect(await world.row(intent)).toMatchObject({ state });
    }
    await expect(world.pay(first)).rejects.toThrow('canceled');
  });

  test('an earlier intent that was just paid is credited, and the page gets another intent', async () => {
    const paid = await world.begun(anna, 5);
    await world.pay(paid);
    const next = await world.begun(anna, 10, { again: paid });
    expect(next).not.toBe(paid);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('an open payment that the provider does not know is given up, and the page gets another intent', async () => {
    const unknown = 'pi_unknown';
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
       VALUES (gen_random_uuid(), $1, 'GBP', 500, '{500}', $2, 'open')`,
      [anna.userId, unknown],
    );
    const next = await world.begun(anna, 10, { again: unknown });
    expect(await world.row(unknown)).toMatchObject({ state: 'given-up' });
    expect(await world.row(next)).toMatchObject({ state: 'open', amount_minor: 1000 });
  });

  test('an earlier intent that the bank still processes is shown as under way, and is credited later', async () => {
    const slow = await world.begun(anna, 5);
    await world.pay(slow, 'pm_card_slow');
    const next = await world.begun(anna, 10);
    expect(await world.row(slow)).toMatchObject({ state: 'processing' });
    expect((await world.wallets(anna)).underWay).toMatchObject([{ amount: { minor: 500 } }]);
    await world.pay(next, 'pm_card_slow');
    await reconciled();
    // The newest first.
    expect((await world.wallets(anna)).underWay).toMatchObject([
      { amount: { minor: 1_000 } },
      { amount: { minor: 500 } },
    ]);
    await world.payments.control.do('settle', { intent: slow });
    await reconciled();
    expect(await world.credits(anna)).toEqual([500]);
    expect((await world.wallets(anna)).underWay).toMatchObject([{ amount: { minor: 1_000 } }]);
  });

  test('at most twenty payments are shown as under way', async () => {
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
       SELECT gen_random_uuid(), $1, 'GBP', n, ARRAY[n], gen_random_uuid()::text, 'processing'
       FROM generate_series(1, 21) n`,
      [anna.userId],
    );
    expect((await world.wallets(anna)).underWay).toHaveLength(20);
  });

  test('the intent of another user is not changed', async () => {
    const bob = await world.aPayer();
    const bobs = await world.begun(bob, 5);
    expect(await world.begun(anna, 50, { again: bobs })).not.toBe(bobs);
    expect((await world.payments.stripe.paymentIntents.retrieve(bobs)).amount).toBe(500);
    expect(await world.row(bobs)).toMatchObject({ state: 'open', owner_id: bob.userId });
  });

  test('many browser tabs at once leave one payment open', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.intent(anna, 5)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    expect(statuses).toContain(200);
    const rows: { state: string }[] = await world.core.database.query(
      `SELECT state FROM payments WHERE owner_id = $1 AND state IN ('asked', 'open')`,
      [anna.userId],
    );
    expect(rows).toEqual([{ state: 'open' }]);
  });

  test("is refused while the person's top-ups are closed", async () => {
    const topUps = world.core.app.get(TopUpsService);
    const transactions = world.core.app.get(TransactionsService);
    await transactions.run((tx) => topUps.close(tx, anna.userId, 'a test'));
    const answer = await world.intent(anna, 5);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'payment.closed' }]);
    expect((await world.wallets(anna)).topUps).toBe('closed');
    await transactions.run((tx) => topUps.reopen(tx, anna.userId));
    expect((await world.intent(anna, 5)).status).toBe(200);
    expect((await world.wallets(anna)).topUps).toBe('open');
  });

  test('if top-ups close while the provider answers, the new intent is recorded and canceled', async () => {
    const stripe = world.core.app.get(StripeService);
    const create = stripe.create.bind(stripe);
    jest.spyOn(stripe, 'create').mockImplementationOnce(async (...asked) => {
      const made = await create(...asked);
      const topUps = world.core.app.get(TopUpsService);
      await world.core.app.get(TransactionsService).run((tx) => topUps.close(tx, anna.userId, 'a test'));
      return made;
    });
    const answer = await world.intent(anna, 5);
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'payment.limit' }]);
    jest.restoreAllMocks();
    const rows: { intent_id: string; state: string }[] = await world.core.database.query(
      'SELECT intent_id, state FROM payments WHERE owner_id = $1',
      [anna.userId],
    );
    expect(rows).toEqual([{ intent_id: expect.stringMatching(/^pi_/), state: 'given-up' }]);
    await reconciled();
    expect(await world.row(rows[0]!.intent_id)).toMatchObject({ state: 'canceled' });
  });

  const closings = {
    "the user's top-ups are closed": () =>
      world.core.app
        .get(TransactionsService)
        .run((tx) => world.core.app.get(TopUpsService).close(tx, anna.userId, 'a test')),
    'the user is locked out': () =>
      world.core.app
        .get(LeavingService)
        .lockAccount({ userId: anna.userId, actor: 'a test', reason: 'a test' }),
  };

  test.each(Object.entries(closings))('an open payment is canceled when %s', async (_name, close) => {
    const intent = await world.begun(anna, 5);
    await close();
    // Core's own round may be faster.
    await world.core.app.get(ReconciliationService).round();
    await until(async () => (await world.row(intent))?.['state'] === 'canceled');
    await expect(world.pay(intent)).rejects.toThrow('canceled');
  });
});

test.each([calls.stripePaymentIntent, calls.stripeValidatePayment, calls.stripeWebhook])(
  '$path answers no 5xx to any hostile request',
  async (call) => {
    const statuses = new Map<string, number>();
    let { cookie } = anna;
    for (const { title, url, headers, body } of hostileRequests(
      call,
      'example' in call ? call.example : {},
    )) {
      // A new account for each 15 requests stays below the limits, which this test does not check.
      if (statuses.size % 15 === 14) ({ cookie } = await world.aPayer());
      const from = { cookie, 'x-forwarded-for': `10.0.0.${statuses.size % 250}` };
      const answer = await fetch(world.core.url + url, {
        method: call.method,
        headers: { ...headers, ...from },
        ...(body !== undefined && { body }),
      });
      statuses.set(title, answer.status);
    }
    expect([...statuses.values()]).not.toContain(429);
    expect(statuses.size).toBeGreaterThan(10);
    expect([...statuses].filter(([, status]) => status >= 500)).toEqual([]);
  },
);
