import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import { LedgerAudit } from '@sixpence/core/credits/ledger-audit.query';
import { TransactionsService } from '@sixpence/core/database/transactions.service';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import { ReconciliationService } from '@sixpence/core/payments/reconciliation.service';
import { TopUpsService } from '@sixpence/core/payments/top-ups.service';
import { operate } from '@sixpence/operator/operate';
import { hostileRequests } from '../support/hostile-requests.js';
import { CoreApp } from '../support/core-app.js';
import { eventually } from '../support/eventually.js';
import { PayingWorld, type Payer } from '../support/paying.js';
import { ReleaseWorld } from '../support/release.js';
import { until } from '../support/until.js';

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let world: PayingWorld;
let anna: Payer;
beforeAll(async () => {
  // Banks decide when a test says so.
  world = after.use(await PayingWorld.start({ laterMs: 3_600_000 }));
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  await world.payments.control.do('noFaults', {});
  await world.payments.control.do('webhooks', { events: 'held', copies: 1, delayMs: 0 });
  anna = await world.aPayer();
});
afterEach(async () => {
  expect(await world.core.app.get(LedgerAudit).breaches()).toEqual([]);
});

/** The rounds of the running core look at a payment when half a minute is over; here they do it now. */
const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });

describe('a payment is begun', () => {
  const amounts = [3, 5, 7, 10, 15, 20, 25, 50].flatMap((amount) =>
    ['GBP', 'eur'].map((currency) => ({ amount, currency })),
  );

  test.each(amounts)(
    'with $amount $currency, which answers a secret [row 449]',
    async ({ amount, currency }) => {
      const answer = await world.intent(anna, amount, { currency });
      const { clientSecret } = (await answer.json()) as { clientSecret: string };
      expect({ status: answer.status, clientSecret }).toEqual({
        status: 200,
        clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      });
      const intent = clientSecret.split('_secret_')[0]!;
      const told = await world.payments.stripe.paymentIntents.retrieve(intent);
      expect([told.amount, told.currency]).toEqual([amount * 100, currency.toLowerCase()]);
    },
  );

  test.each([null, '', undefined])('without one of before: %p [row 393]', async (again) => {
    const body = { amount: 5, currency: 'GBP', payment_intent_id: again };
    const answer = await world.core.call('POST', '/stripe-payment-intent', { body, cookie: anna.cookie });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { clientSecret: expect.stringContaining('_secret_') },
    ]);
  });

  test.each([4, 3.5, -3, 0, 300, 1_000_000, '5', null, [5]])(
    'with %p, which is refused before the provider hears of it [row 356] [row 450]',
    async (amount) => {
      const before = (await world.asked()).length;
      expect((await world.intent(anna, amount)).status).toBe(400);
      expect((await world.asked()).length).toBe(before);
    },
  );

  test.each(['USD', 'XBT', '', 'GB'])('in %p, which is refused like it [row 13]', async (currency) => {
    const before = (await world.asked()).length;
    expect((await world.intent(anna, 5, { currency })).status).toBe(400);
    expect((await world.asked()).length).toBe(before);
  });

  test('again with another amount: it is the same one, and the last amount counts [row 394] [row 216]', async () => {
    const intent = await world.begun(anna, 5);
    for (const amount of [10, 5, 20]) expect(await world.begun(anna, amount, { again: intent })).toBe(intent);
    expect((await world.payments.stripe.paymentIntents.retrieve(intent)).amount).toBe(2000);
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await world.credits(anna)).toEqual([2000]);
  });

  test('in another tab or currency: the one of before is canceled', async () => {
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

  test('while the one of before was just paid: that one is credited, the page gets another', async () => {
    const paid = await world.begun(anna, 5);
    await world.pay(paid);
    const next = await world.begun(anna, 10, { again: paid });
    expect(next).not.toBe(paid);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('while the bank is still at the one of before: that one is under way, and credited', async () => {
    const slow = await world.begun(anna, 5);
    await world.pay(slow, 'pm_card_slow');
    await world.begun(anna, 10);
    expect(await world.row(slow)).toMatchObject({ state: 'processing' });
    expect((await world.wallets(anna)).underWay).toMatchObject([{ amount: { minor: 500 } }]);
    await world.payments.control.do('settle', { intent: slow });
    await reconciled();
    expect(await world.credits(anna)).toEqual([500]);
  });

  test("with somebody else's: it is left alone", async () => {
    const bob = await world.aPayer();
    const bobs = await world.begun(bob, 5);
    expect(await world.begun(anna, 50, { again: bobs })).not.toBe(bobs);
    expect((await world.payments.stripe.paymentIntents.retrieve(bobs)).amount).toBe(500);
    expect(await world.row(bobs)).toMatchObject({ state: 'open', owner_id: bob.userId });
  });

  test('by many pages at once: one is open', async () => {
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

  test('by somebody whose top-ups are closed: refused, until they are opened again', async () => {
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

  const closings = {
    'their top-ups are closed': () =>
      world.core.app
        .get(TransactionsService)
        .run((tx) => world.core.app.get(TopUpsService).close(tx, anna.userId, 'a test')),
    'they are locked out': () =>
      world.core.app.get(LeavingService).lock({ userId: anna.userId, actor: 'a test', reason: 'a test' }),
  };

  test.each(Object.entries(closings))('and not paid when %s: it is canceled', async (_name, close) => {
    const intent = await world.begun(anna, 5);
    await close();
    // The rounds of core itself may be faster.
    await world.core.app.get(ReconciliationService).round();
    await until(async () => (await world.row(intent))?.['state'] === 'canceled');
    await expect(world.pay(intent)).rejects.toThrow('canceled');
  });
});

describe('a payment is validated', () => {
  test('it is found once it is paid, with what the provider received [row 395]', async () => {
    const intent = await world.begun(anna, 7);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await world.balance(anna)).toBe(7);
    expect((await world.wallets(anna)).wallets).toEqual([
      {
        available: { minor: 700, currency: 'GBP' },
        setAside: [],
        refundable: { minor: 700, currency: 'GBP' },
        refundableOf: [
          {
            paymentId: expect.any(String) as unknown,
            paidAt: expect.any(String) as unknown,
            card: 'Visa, card ending in 4242',
            amount: { minor: 700, currency: 'GBP' },
          },
        ],
      },
    ]);
    expect(await world.row(intent)).toMatchObject({
      state: 'succeeded',
      method: 'visa',
      last_four: '4242',
      amount_minor: 700,
    });
  });

  test("somebody else's, and one that nobody knows, is none", async () => {
    const intent = await world.topUp(await world.aPayer());
    expect(await world.validate(anna, intent)).toEqual({ status: 404, found: false });
    expect(await world.validate(anna, 'pi_unknown')).toEqual({ status: 404, found: false });
    expect(await world.credits(anna)).toEqual([]);
  });

  test('a declined one is not found, and may be paid with another card', async () => {
    const intent = await world.begun(anna);
    await expect(world.pay(intent, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined');
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
  });

  test('one that is processing is waited for, and shown as under way', async () => {
    const intent = await world.begun(anna, 25);
    await world.pay(intent, 'pm_card_slow');
    const validation = world.validate(anna, intent);
    await until(async () => (await world.wallets(anna)).underWay.length === 1);
    expect((await world.wallets(anna)).underWay).toMatchObject([
      { amount: { minor: 2500, currency: 'GBP' }, createdAt: expect.stringMatching(/Z$/) },
    ]);
    await world.payments.control.do('settle', { intent });
    expect(await validation).toEqual({ status: 200, found: true });
    expect((await world.wallets(anna)).underWay).toEqual([]);
    expect(await world.credits(anna)).toEqual([2500]);
  });

  test('one that stays so is not found, and is credited by itself later', async () => {
    const intent = await world.begun(anna, 25);
    await world.pay(intent, 'pm_card_slow');
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    await world.payments.control.do('settle', { intent });
    await world.later('31 seconds', () => world.core.app.get(ReconciliationService).round());
    expect(await world.credits(anna)).toEqual([2500]);
  });

  test('one that is processing, by many pages at once: the provider is asked for all of them together', async () => {
    const intent = await world.begun(anna, 20);
    await world.pay(intent, 'pm_card_slow');
    const before = (await world.asked()).length;
    const pages = 40;
    const answers = await Promise.all(Array.from({ length: pages }, () => world.validate(anna, intent)));
    expect(answers).toEqual(Array.from({ length: pages }, () => ({ status: 200, found: false })));
    // Once or twice for all pages, and then once a second.
    expect((await world.asked()).length - before).toBeLessThan(pages / 2);
  });

  test('one that is paid while an older question is still on its way is found all the same', async () => {
    const intent = await world.begun(anna);
    // The provider reads it, and its answer takes its time.
    await world.payments.control.do('fault', { method: 'GET', path: intent, when: 'after', delayMs: 1_500 });
    const before = (await world.asked()).length;
    const older = world.validate(anna, intent);
    await until(async () => (await world.asked()).length > before);
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await older).toEqual({ status: 200, found: false });
  });

  test('one that the bank declines after all is given up, and the page gets another', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent, 'pm_card_slowDeclined');
    const validation = world.validate(anna, intent);
    await until(async () => (await world.wallets(anna)).underWay.length === 1);
    await world.payments.control.do('settle', { intent });
    expect(await validation).toEqual({ status: 200, found: false });
    expect(await world.row(intent)).toMatchObject({ state: 'given-up' });
    expect(await world.begun(anna, 5, { again: intent })).not.toBe(intent);
    await reconciled();
    expect(await world.row(intent)).toMatchObject({ state: 'canceled' });
  });

  test('a hundred times at once, with three webhooks: one credit', async () => {
    const intent = await world.begun(anna, 10);
    await world.pay(intent);
    const event = await world.eventOf(intent);
    // A slow machine may be too busy for some of them; their page asks again.
    let busy = 0;
    const validated = () =>
      eventually(async () => {
        const answer = await world.validate(anna, intent);
        if (answer.status === 503) busy += 1;
        return answer.status !== 503 && answer;
      });
    const [answers, webhooks] = await Promise.all([
      Promise.all(Array.from({ length: 100 }, validated)),
      Promise.all(Array.from({ length: 3 }, () => world.payments.control.do('send', { event }))),
      reconciled(),
    ]);
    expect(answers).toEqual(Array.from({ length: 100 }, () => ({ status: 200, found: true })));
    expect(busy).toBeLessThan(50);
    expect(webhooks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await world.credits(anna)).toEqual([1000]);
    expect(await world.balance(anna)).toBe(10);
  });
});

describe('the provider tells', () => {
  const told = async (
    intent: string,
    flaw?: 'unsigned' | 'stale' | 'other-secret' | 'changed' | 're-serialised',
  ) => {
    const event = await world.eventOf(intent);
    return (await world.payments.control.do('send', { event, ...(flaw && { flaw }) })).status;
  };

  test('of a payment: it is credited, however often', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    for (let time = 0; time < 3; time += 1) expect(await told(intent)).toBe(200);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test.each(['unsigned', 'stale', 'other-secret', 'changed', 're-serialised'] as const)(
    'with a signature that is not right (%s): refused, and nothing is credited',
    async (flaw) => {
      const intent = await world.begun(anna);
      await world.pay(intent);
      expect(await told(intent, flaw)).toBe(400);
      expect(await world.credits(anna)).toEqual([]);
      expect(await world.row(intent)).toMatchObject({ state: 'open' });
    },
  );

  test('nothing that is JSON and nothing that is not, without a signature', async () => {
    for (const body of ['', '{}', 'nothing', '[]']) {
      const answer = await world.core.call('POST', '/stripe-webhook', { body });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'payment.signature' }]);
    }
  });

  test('of what core has no use for: 200', async () => {
    const intent = await world.begun(anna);
    const event = await world.eventOf(intent, 'payment_intent.created');
    expect((await world.payments.control.do('send', { event })).status).toBe(200);
    const stranger = await world.payments.stripe.paymentIntents.create({ amount: 500, currency: 'gbp' });
    await world.pay(stranger.id);
    expect(await told(stranger.id)).toBe(200);
  });

  test('while the provider cannot be read: 503, and again later it counts', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    await world.payments.control.do('fault', { path: intent, answer: 500, times: 2 });
    expect(await told(intent)).toBe(503);
    expect(await world.credits(anna)).toEqual([]);
    expect(await told(intent)).toBe(200);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('of another amount or currency than was asked: it is withheld, and staff hear of it', async () => {
    const before = await world.outcomes('withheld');
    const intent = await world.begun(anna);
    await world.payments.stripe.paymentIntents.update(intent, { amount: 5000 });
    await world.pay(intent);
    expect(await told(intent)).toBe(200);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    const other = await world.begun(anna);
    await world.payments.stripe.paymentIntents.update(other, { currency: 'eur' });
    await world.pay(other);
    expect(await world.validate(anna, other)).toEqual({ status: 200, found: false });
    expect(await world.credits(anna)).toEqual([]);
    expect(await world.row(intent)).toMatchObject({ state: 'withheld' });
    expect(await world.row(other)).toMatchObject({ state: 'withheld' });
    expect((await world.outcomes('withheld')) - before).toBe(2);
  });
});

test.each([calls.stripePaymentIntent, calls.stripeValidatePayment, calls.stripeWebhook])(
  '$path answers no 5xx to whatever is asked',
  async (call) => {
    const statuses = new Map<string, number>();
    let { cookie } = anna;
    for (const { title, url, headers, body } of hostileRequests(
      call,
      'example' in call ? call.example : {},
    )) {
      // Whoever asks so often is refused for that; here it is not the point.
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

describe('nobody tells of a payment', () => {
  test('that was paid: the rounds credit it, once', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    const round = world.core.app.get(ReconciliationService);
    await round.round();
    expect(await world.credits(anna)).toEqual([]);
    await world.later('31 seconds', () => round.round());
    expect(await world.credits(anna)).toEqual([500]);
    await reconciled();
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('that nobody pays: it is canceled after a day', async () => {
    const intent = await world.begun(anna);
    await world.later('23 hours', reconciled);
    expect(await world.row(intent)).toMatchObject({ state: 'open' });
    await world.later('25 hours', reconciled);
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', next_look_at: null });
    await expect(world.pay(intent)).rejects.toThrow('canceled');
  });

  test('that ended with another amount than was written down last: it stands with what the provider has', async () => {
    const intent = await world.begun(anna, 5);
    await world.payments.stripe.paymentIntents.update(intent, { amount: 700 });
    await world.payments.stripe.paymentIntents.cancel(intent);
    await reconciled();
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', amount_minor: 700 });
  });

  test('that was given up while it was paid: it is credited', async () => {
    const first = await world.begun(anna, 5);
    await world.payments.control.do('fault', { path: `${first}/cancel`, answer: 500, times: 2 });
    const second = await world.begun(anna, 10);
    expect(await world.row(first)).toMatchObject({ state: 'given-up' });
    await world.pay(first);
    await world.pay(second);
    await reconciled();
    expect(await world.credits(anna)).toEqual(expect.arrayContaining([500, 1000]));
    expect(await world.balance(anna)).toBe(15);
  });
});

describe('the provider is away or slow', () => {
  const intents = '^/v1/payment_intents$';

  test('when a payment is begun: 503, and the next try is another payment', async () => {
    await world.payments.control.do('fault', { path: intents, answer: 500, times: 2 });
    const answer = await world.intent(anna, 5);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const intent = await world.begun(anna);
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
  });

  test('another question with the same key is still on its way there: 503', async () => {
    await world.payments.control.do('fault', { path: intents, answer: 409, times: 2 });
    expect((await world.intent(anna, 5)).status).toBe(503);
  });

  test('its answer is lost: the same payment is asked again by the same key, and there is one', async () => {
    await world.payments.control.do('fault', { path: intents, answer: 'cut', when: 'after' });
    const intent = await world.begun(anna);
    const seen = await world.payments.control.do('requests', {});
    const { id } = (await world.row(intent)) as { id: string };
    const tries = seen.filter(({ path }) => path === '/v1/payment_intents').slice(-2);
    expect(tries).toMatchObject([
      { idempotencyKey: `payment:${id}`, replayed: false },
      { idempotencyKey: `payment:${id}`, replayed: true },
    ]);
    const { data } = await world.payments.stripe.paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata['payment_id'] === id)).toHaveLength(1);
  });

  test('it never answers: 503 all the same', async () => {
    await world.payments.control.do('fault', { path: intents, delayMs: 60_000, times: 2 });
    expect((await world.intent(anna, 5)).status).toBe(503);
  });

  test('each of its answers is late: nobody waits for more than one deadline, and nothing is lost', async () => {
    const paid = await world.begun(anna);
    await world.pay(paid);
    const late = (method: 'GET' | 'POST', path: string) =>
      world.payments.control.do('fault', { method, path, delayMs: 3_400 });
    await late('POST', `${paid}$`);
    await late('GET', `${paid}$`);
    await late('POST', intents);
    // All three together would answer in their own time, and too late.
    const answer = await world.intent(anna, 10, { again: paid });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await world.credits(anna)).toEqual([500]);
    const next = await world.begun(anna, 10);
    await world.pay(next);
    expect(await world.validate(anna, next)).toEqual({ status: 200, found: true });
  });

  test('when a payment is validated: 503, and it is credited later', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    await world.payments.control.do('fault', { path: intent, answer: 'cut', times: 2 });
    expect((await world.validate(anna, intent)).status).toBe(503);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
  });
});

test('receipts are numbered without gaps, in the order in which payments are credited', async () => {
  const payers = await Promise.all(Array.from({ length: 6 }, () => world.aPayer()));
  await Promise.all(payers.map((payer) => world.topUp(payer, 3)));
  const rows: { number: string }[] = await world.core.database.query(
    'SELECT number FROM payments WHERE number IS NOT NULL ORDER BY number',
  );
  const numbers = rows.map(({ number }) => Number(number));
  expect(numbers).toEqual(numbers.map((_, index) => 1001 + index));
});

describe('staff', () => {
  /** A command of the operator, on the same database and at the same provider. */
  async function told(...args: string[]): Promise<string> {
    const { DATABASE_URL, STORAGE_DIR, KEY_STORE_DIR, PUBLIC_URL, SERVICE_TOKEN } = world.core.config;
    const said = { out: '', err: '' };
    const key = randomBytes(32).toString('base64');
    const environment = {
      ...world.payments.variables,
      ...{ DATABASE_URL, STORAGE_DIR, KEY_STORE_DIR, PUBLIC_URL, SERVICE_TOKEN },
      ...{ MASTER_KEY: key, SECRET_KEY: key, NATS_URL: 'nats://127.0.0.1:1' },
    };
    const status = await operate(args, environment, {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
    });
    if (status !== 0) throw new Error(`${status}: ${said.err}`);
    return said.out;
  }
  const ask = async (...args: string[]): Promise<unknown> => JSON.parse(await told(...args, '--json'));

  test('see payments, and have all that are not over looked at', async () => {
    const email = `${randomUUID()}@example.com`;
    const payer = await world.core.signedIn(email);
    await reconciled();
    const intent = await world.begun(payer, 15, { currency: 'EUR' });
    await world.pay(intent);
    expect(await ask('payments', 'list', '--person', email)).toMatchObject([
      { owner: email, state: 'open', amountMinor: 1500, currency: 'EUR', number: null, intentId: intent },
    ]);
    expect(await ask('payments', 'reconcile')).toMatchObject({ credited: 1, failed: 0 });
    expect(await world.credits(payer)).toEqual([1500]);
    expect(await ask('payments', 'list', '--person', email, '--state', 'succeeded')).toMatchObject([
      { state: 'succeeded', number: expect.any(Number), method: 'visa', lastFour: '4242' },
    ]);
    expect(await ask('payments', 'list', '--person', email, '--state', 'open')).toEqual([]);
    await expect(ask('payments', 'list', '--state', 'paid')).rejects.toThrow(
      '2: The state must be one of asked',
    );
  });

  test('read how many were looked at', async () => {
    await world.core.database.query('UPDATE payments SET next_look_at = NULL');
    expect(await told('payments', 'reconcile')).toContain('Looked at 0 payments: 0 credited.');
    await world.pay(await world.begun(anna));
    expect(await told('payments', 'reconcile')).toContain('Looked at 1 payment: 1 credited.');
  });
});

test('what open jobs have set aside is told with their file names', async () => {
  await using printing = await ReleaseWorld.start();
  const site = await printing.aSite();
  const { userId, cookie } = await printing.core.signedIn('reader@example.com');
  await printing.credits.grant({
    owner: userId,
    amount: { minor: 100, currency: 'GBP' },
    key: 'x',
    reason: 'x',
  });
  await printing.aDocument(userId, { pages: 12 });
  const { jobs } = await printing.print(site, await printing.logIn(site, userId));
  const answer = await printing.core.call('GET', '/my-wallets', { cookie });
  expect(await answer.json()).toEqual({
    wallets: [
      {
        available: { minor: 40, currency: 'GBP' },
        setAside: [{ jobId: jobs[0]!.jobId, fileName: 'essay.pdf', held: { minor: 60, currency: 'GBP' } }],
        refundable: { minor: 0, currency: 'GBP' },
        refundableOf: [],
      },
    ],
    underWay: [],
    refunds: [],
    topUps: 'open',
  });
});

describe('where payments are not set up', () => {
  let core: CoreApp;
  beforeAll(async () => {
    core = after.use(await CoreApp.start());
  });

  test('the page can know, and nothing is begun, validated, or heard', async () => {
    const { cookie } = await core.signedIn('nobody@example.com');
    const config = await core.call('GET', '/payment-config', { cookie });
    expect([config.status, await config.json()]).toEqual([200, {}]);
    for (const [path, body] of [
      ['/stripe-payment-intent', { amount: 5, currency: 'GBP' }],
      ['/stripe-validate-payment', { payment_intent_id: 'pi_1' }],
      ['/stripe-webhook', {}],
    ] as const) {
      const answer = await core.call('POST', path, { body, cookie });
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'payment.not-set-up' }]);
    }
  });

  test('where they are, the page learns how it speaks to the provider', async () => {
    const answer = await world.core.call('GET', '/payment-config', { cookie: anna.cookie });
    expect(await answer.json()).toEqual({
      publishableKey: world.payments.keys.publishableKey,
      scriptUrl: expect.stringContaining(world.payments.url),
    });
  });
});
