import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { LedgerService } from '@sixpence/core/money/ledger/ledger.service';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { StripeService } from '@sixpence/core/money/payments/provider/stripe.service';
import { CardRefundsService } from '@sixpence/core/money/refunds/card-refunds.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { ProviderLists } from '@sixpence/core/money/refunds/provider-lists.service';
import { ProviderReports } from '@sixpence/core/money/refunds/provider-reports.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { RoundsService } from '@sixpence/core/platform/process/rounds.service';
import { money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import { asOwner } from '../../support/core/database.js';
import { recordedNews } from '../../support/peers/recorded-news.js';
import { PayingWorld, type Payer } from '../../support/builders/paying.js';
import { eventually } from '../../support/eventually.js';
import { until } from '../../support/until.js';

/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let world: PayingWorld;
let refunds: RefundsService;
let anna: Payer;
beforeAll(async () => {
  world = after.use(await PayingWorld.start({ laterMs: 3_600_000 }));
  refunds = world.core.app.get(RefundsService);
  // Stops the rounds that send refunds. On a slow machine they would retry in the middle of a test.
  await world.core.app.get(RoundsService).stopRounds(world.core.app.get(CardRefundsService));
  await world.core.app.get(SitesService).addOrganisation('Tests');
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  await world.payments.control.do('noFaults', {});
  await world.payments.control.do('webhooks', { events: 'sent', copies: 1, delayMs: 0 });
  await world.core.app.get(SitesService).allowRefunds('Tests', 'self');
  anna = await world.aPayer();
});
afterEach(async () => {
  expect(await world.core.app.get(LedgerVerifier).breaches()).toEqual([]);
});

const pounds = (major: number) => money(major * 100, 'GBP');

/** Records the later log lines of core. */
const logged = (level: 'warn' | 'error') => jest.spyOn(world.core.app.get<Logger>(LOGGER), level);

/** Calls like the page, with an amount or without one, and with the sum that the page showed. */
async function refund(payer: Payer, amount?: number, shown?: number) {
  const now = (await refunds.refundable(payer.userId, 'GBP')).minor / 100;
  const body = { currency: 'GBP', amount, refundable: shown ?? Math.max(now, 0.01) };
  const answer = await world.core.call('POST', '/refund-to-card', { body, cookie: payer.cookie });
  return { status: answer.status, told: (await answer.json()) as Record<string, unknown> };
}

/** Requests the due refunds from the provider, as core's own round does. */
const sendRefunds = () => world.core.app.get(CardRefundsService).round();

/** Sends due refunds until the provider has answered to every refund. */
const decided = (payer: Payer) =>
  eventually(
    async () => {
      await sendRefunds();
      return !(await statesOf(payer)).includes('asked');
    },
    { what: 'the provider has answered' },
  );

/** The number of refund requests that the provider has received. */
async function countRefundRequests(): Promise<number> {
  return (await world.asked()).filter((request) => request === 'POST /v1/refunds').length;
}

/** The amounts of a payment that the provider has refunded, in minor units. */
async function refundedAmounts(intent: string): Promise<number[]> {
  const { data } = await world.payments.stripe.refunds.list({ payment_intent: intent });
  return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
}

const refundable = async (payer: Payer) => (await world.wallets(payer)).wallets[0]?.refundable;

/** Takes this amount from the balance, as a print does. */
const spend = (payer: Payer, minor: number) =>
  world.core.app.get(TransactionsService).run(async (tx) => {
    const amount = money(minor, 'GBP');
    const entry = { kind: 'forfeited', owner: payer.userId, amount, key: randomUUID() } as const;
    return world.core.app.get(LedgerService).postTransfer(tx, entry);
  });

const gift = (payer: Payer, minor: number) =>
  world.core.app.get(CreditsService).grant({
    owner: payer.userId,
    amount: money(minor, 'GBP'),
    key: randomUUID(),
    reason: 'a test',
    actor: 'a test',
  });

/** Makes undecided refunds due, and decides them. */
async function decideRefunds(payer: Payer): Promise<void> {
  await world.core.database.query(
    `UPDATE payment_refunds SET next_look_at = app_now() - interval '1 second'
      WHERE next_look_at IS NOT NULL`,
  );
  await sendRefunds();
  await decided(payer);
}

/** Waits until all facts so far are published. */
const factsPublished = () =>
  eventually(
    async () => {
      const waiting: unknown[] = await world.core.database.query(
        'SELECT 1 FROM outbox WHERE published_at IS NULL',
      );
      return waiting.length === 0;
    },
    { what: 'all facts are published' },
  );

const statesOf = async (payer: Payer): Promise<string[]> => {
  const rows: { state: string }[] = await world.core.database.query(
    `SELECT r.state FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
     WHERE p.owner_id = $1 ORDER BY r.created_at`,
    [payer.userId],
  );
  return rows.map(({ state }) => state);
};

/** The number of idempotency keys of the person's refunds that the provider has answered with a failure. */
async function countFailedKeys(payer: Payer): Promise<number> {
  const [row]: { keys: number }[] = await world.core.database.query(
    `SELECT sum(r.key_number)::int AS keys FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
     WHERE p.owner_id = $1`,
    [payer.userId],
  );
  return row!.keys;
}

/** Reads the provider's lists now; core does it once an hour. */
async function readLists(): Promise<{ news: number; failed: number }> {
  const { news, failed } = await world.core.app.get(ProviderLists).reconcileLists();
  return { news, failed };
}

/** Delivers all webhooks about this id. */
async function sendAll(about: string): Promise<void> {
  const { data } = await world.payments.stripe.events.list({ limit: 100 });
  const events = data.filter((event) => JSON.stringify(event.data.object).includes(about));
  expect(events).not.toEqual([]);
  await Promise.all(events.map(({ id }) => world.payments.control.do('send', { event: id })));
}

const losses = async (): Promise<number> => {
  const [row]: { total: string }[] = await world.core.database.query(
    `SELECT coalesce(sum(CASE kind WHEN 'dispute-loss' THEN amount_minor ELSE -amount_minor END), 0) AS total
     FROM transfers WHERE kind IN ('dispute-loss', 'loss-recovered')`,
  );
  return Number(row!.total);
};

describe('a person refunds money to their cards', () => {
  test('the newest of two payments is refunded first, and the older one by the rest', async () => {
    const [older, newer] = [await world.topUp(anna, 5), await world.topUp(anna, 3)];
    expect(await refundable(anna)).toEqual(pounds(8));
    const { status, told } = await refund(anna, 4);
    expect([status, told]).toEqual([200, { refunded: pounds(4), available: pounds(4) }]);
    await decided(anna);
    expect([await refundedAmounts(newer), await refundedAmounts(older)]).toEqual([[300], [100]]);
    expect(await refund(anna)).toMatchObject({ status: 200, told: { available: pounds(0) } });
    await decided(anna);
    expect([await refundedAmounts(newer), await refundedAmounts(older)]).toEqual([[300], [400, 100]]);
    expect(await refundable(anna)).toEqual(pounds(0));
    const shown = (await world.wallets(anna)).refunds.map(({ amount }) => amount);
    expect(shown).toEqual([pounds(4), pounds(1), pounds(3)]);
  });

  test('a refund is at least a penny, and at most the refundable amount', async () => {
    await world.topUp(anna, 5);
    await spend(anna, 60);
    expect(await refundable(anna)).toEqual(money(440, 'GBP'));
    expect((await refund(anna, 4.41)).status).toBe(409);
    expect((await refund(anna, -1)).status).toBe(400);
    expect(await world.balance(anna)).toBe(4.4);
    expect((await refund(anna, 4.4)).status).toBe(200);
    expect((await refund(anna)).status).toBe(409);
  });

  test.each([3.005, 0.004, 3.0049, 1e-9, 1e308])('the amount %d is refused', async (amount) => {
    await world.topUp(anna, 5);
    expect((await refund(anna, amount)).status).toBe(400);
    expect(await world.balance(anna)).toBe(5);
  });

  test('of two tabs that showed the same sum, only one can refund', async () => {
    const intent = await world.topUp(anna, 50);
    const answers = await Promise.all([refund(anna, 20, 50), refund(anna, 20, 50)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.told['code']).toBe('refund.changed');
    await decided(anna);
    expect([await world.balance(anna), await refundedAmounts(intent)]).toEqual([30, [2000]]);
    expect((await refund(anna, 20, 30)).status).toBe(200);
  });

  test('a refund is refused if the refundable sum has grown since the page showed it, such as after a top-up', async () => {
    await world.topUp(anna, 5);
    await world.topUp(anna, 3);
    expect(await refund(anna, undefined, 5)).toMatchObject({ status: 409, told: { code: 'refund.changed' } });
    expect(await world.balance(anna)).toBe(8);
    expect(await refund(anna, undefined, 8)).toMatchObject({ status: 200, told: { refunded: pounds(8) } });
  });

  test('a call must name the sum that the page showed, so that a repeated call refunds no money twice', async () => {
    const intent = await world.topUp(anna, 5);
    const body = { currency: 'GBP', amount: 2 };
    const blind = await world.core.call('POST', '/refund-to-card', { body, cookie: anna.cookie });
    expect([blind.status, await world.balance(anna)]).toEqual([400, 5]);
    expect([(await refund(anna, 2, 5)).status, (await refund(anna, 2, 5)).status]).toEqual([200, 409]);
    await decided(anna);
    expect([await world.balance(anna), await refundedAmounts(intent)]).toEqual([3, [200]]);
  });

  test('the answer does not wait for a slow provider', async () => {
    for (const major of [3, 5, 7]) await world.topUp(anna, major);
    const fault = { path: '^/v1/refunds$', method: 'POST', delayMs: 60_000, times: 3 } as const;
    await world.payments.control.do('fault', fault);
    expect((await refund(anna)).status).toBe(200);
    expect(await statesOf(anna)).toEqual(['asked', 'asked', 'asked']);
    await world.payments.control.do('noFaults', {});
    await decided(anna);
    expect(await statesOf(anna)).toEqual(['sent', 'sent', 'sent']);
  });

  test('gifts are not refunded to cards', async () => {
    await gift(anna, 200);
    expect(await refundable(anna)).toEqual(pounds(0));
    expect((await refund(anna)).status).toBe(409);
    const everything = { owner: anna.userId, currency: 'GBP', amountMinor: undefined, by: 'person' } as const;
    await expect(refunds.askRefund(everything)).rejects.toMatchObject({ code: 'refund.too-much' });
    await world.topUp(anna, 3);
    expect(await refund(anna)).toMatchObject({
      status: 200,
      told: { refunded: pounds(3), available: pounds(2) },
    });
  });

  test('a payment of 180 days ago cannot be refunded', async () => {
    await world.topUp(anna, 3);
    const then = (shift: string) => world.later(shift, () => refunds.refundable(anna.userId, 'GBP'));
    expect(await then('179 days 23 hours')).toEqual(pounds(3));
    expect(await then('180 days 1 minute')).toEqual(pounds(0));
  });

  test("the person's own refund is refused if the organisation leaves refunds to staff", async () => {
    await world.topUp(anna, 3);
    await world.core.app.get(SitesService).allowRefunds('Tests', 'staff');
    expect(await refundable(anna)).toEqual(pounds(0));
    expect((await refund(anna)).status).toBe(403);
    expect(await world.balance(anna)).toBe(3);
  });

  test('twenty refunds at once send no more than is refundable', async () => {
    const intent = await world.topUp(anna, 5);
    const ask = () =>
      refunds.askRefund({ owner: anna.userId, currency: 'GBP', amountMinor: 70, by: 'person' });
    const results = await Promise.allSettled(Array.from({ length: 20 }, ask));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    await decideRefunds(anna);
    expect(await refundedAmounts(intent)).toEqual(Array(7).fill(70));
    expect(await world.balance(anna)).toBe(0.1);
  });
});

describe('a refund', () => {
  test('it is published with its payments, and listed until a day after it was sent', async () => {
    await world.topUp(anna, 5);
    await world.topUp(anna, 3, { card: 'pm_card_mastercard' });
    await spend(anna, 60);
    const [wallet] = (await world.wallets(anna)).wallets;
    expect(wallet).toMatchObject({
      refundable: money(740, 'GBP'),
      refundableOf: [
        { amount: pounds(3), card: 'Mastercard, card ending in 4444' },
        { amount: money(440, 'GBP'), card: 'Visa, card ending in 4242' },
      ],
    });
    await factsPublished();
    const news = recordedNews(world.core.app);
    await refund(anna, 4);
    await decided(anna);
    const { refunds: shown } = await world.wallets(anna);
    expect(shown.map(({ amount, card, state }) => [amount, card, state])).toEqual(
      expect.arrayContaining([
        [pounds(3), 'Mastercard, card ending in 4444', 'sent'],
        [pounds(1), 'Visa, card ending in 4242', 'sent'],
      ]),
    );
    const expected = { kind: 'person.balance', body: { ownerId: anna.userId, currency: 'GBP' } };
    // Each refund has two facts: it left the balance, and it was sent.
    const balanceNews = () => news.filter(({ kind }) => kind === expected.kind);
    await eventually(() => balanceNews().length >= 4, { what: 'both facts of both refunds are published' });
    expect(balanceNews()).toEqual([expected, expected, expected, expected]);
    await world.later('24 hours', async () => expect((await world.wallets(anna)).refunds).toEqual([]));
  });

  test.each([400, 402, 404])(
    'a refund that the provider refuses by %d is in the balance again, once',
    async (answer) => {
      await world.topUp(anna, 5);
      await world.payments.control.do('fault', { path: '^/v1/refunds$', method: 'POST', answer });
      const warned = logged('warn');
      expect((await refund(anna, 2)).status).toBe(200);
      await decided(anna);
      expect(warned).toHaveBeenCalledWith(
        { refundId: expect.any(String), paymentId: expect.any(String) },
        'the provider refused a refund',
      );
      warned.mockRestore();
      expect([await world.balance(anna), await statesOf(anna)]).toEqual([5, ['failed']]);
      expect((await world.wallets(anna)).refunds).toMatchObject([{ amount: pounds(2), state: 'failed' }]);
      expect(await refundable(anna)).toEqual(pounds(5));
    },
  );

  test('a refund that comes back later is in the balance again, once', async () => {
    const intent = await world.topUp(anna, 5);
    await refund(anna, 2);
    await decided(anna);
    const { data } = await world.payments.stripe.refunds.list({ payment_intent: intent });
    await world.payments.control.do('webhooks', { copies: 3 });
    const warned = logged('warn');
    const inBalance = () =>
      warned.mock.calls.filter(([, text]) => String(text).includes('is in the balance again'));
    await world.payments.control.do('failRefund', { refund: data[0]!.id });
    await eventually(async () => (await world.balance(anna)) === 5, { what: 'the refund is back' });
    await eventually(async () => (await statesOf(anna))[0] === 'failed', { what: 'it says so' });
    expect(await refundable(anna)).toEqual(pounds(5));
    await eventually(() => inBalance().length > 0, { what: 'the log says so' });
    expect(inBalance()).toMatchObject([[{ providerId: data[0]!.id }, expect.any(String)]]);
  });

  test('a refund that came back before core knew of it keeps its id at the provider', async () => {
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('webhooks', { events: 'lost' });
    const fault = { path: '^/v1/refunds$', method: 'POST', answer: 'cut', when: 'after' } as const;
    await world.payments.control.do('fault', { ...fault, times: 2 });
    const before = await countRefundRequests();
    await refund(anna, 2);
    await sendRefunds();
    expect(await countRefundRequests()).toBe(before + 2);
    const [made] = (await world.payments.stripe.refunds.list({ payment_intent: intent })).data;
    await world.payments.control.do('failRefund', { refund: made!.id });
    await decideRefunds(anna);
    expect([await statesOf(anna), await world.balance(anna)]).toEqual([['failed'], 5]);
    const ids: unknown[] = await world.core.database.query(
      'SELECT r.provider_id FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE p.intent_id = $1',
      [intent],
    );
    expect(ids).toEqual([{ provider_id: made!.id }]);
  });

  test('the list beside the balance has the newest twenty refunds', async () => {
    await world.topUp(anna, 5);
    for (let minor = 1; minor <= 21; minor += 1)
      await refunds.askRefund({ owner: anna.userId, currency: 'GBP', amountMinor: minor, by: 'person' });
    const shown = (await world.wallets(anna)).refunds.map(({ amount }) => amount.minor);
    expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
    await decided(anna);
  });

  test('several rounds at once request it from the provider only once', async () => {
    const intent = await world.topUp(anna, 5);
    await refunds.askRefund({ owner: anna.userId, currency: 'GBP', amountMinor: 200, by: 'person' });
    await Promise.all([decideRefunds(anna), decideRefunds(anna)]);
    await decideRefunds(anna);
    expect([await refundedAmounts(intent), await statesOf(anna)]).toEqual([[200], ['sent']]);
    // A decided refund is never due again.
    const due = `SELECT 1 FROM payment_refunds WHERE state <> 'asked' AND next_look_at IS NOT NULL`;
    expect(await world.core.database.query(due)).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    "if the provider's answer is lost %s the refund was made, the refund is made once",
    async (when) => {
      const intent = await world.topUp(anna, 5);
      await world.payments.control.do('webhooks', { events: 'lost' });
      const fault = { path: '^/v1/refunds$', method: 'POST', answer: 'cut', times: 2, when } as const;
      await world.payments.control.do('fault', fault);
      const before = await countRefundRequests();
      expect(await refund(anna, 2)).toMatchObject({ status: 200, told: { refunded: pounds(2) } });
      await sendRefunds();
      expect(await countRefundRequests()).toBe(before + 2);
      expect(await statesOf(anna)).toEqual(['asked']);
      await decideRefunds(anna);
      expect([await refundedAmounts(intent), await statesOf(anna)]).toEqual([[200], ['sent']]);
      expect(await world.balance(anna)).toBe(3);
    },
  );

  test.each(['before', 'after'] as const)(
    'if the provider fails %s the refund was made, the money goes to the card once',
    async (when) => {
      await world.payments.control.do('webhooks', { events: 'held' });
      const intent = await world.topUp(anna, 5);
      const fault = { path: '^/v1/refunds$', method: 'POST', answer: 500, times: 1, when } as const;
      await world.payments.control.do('fault', fault);
      expect((await refund(anna, 2)).status).toBe(200);
      await sendRefunds();
      expect(await countFailedKeys(anna)).toBe(1);
      expect(await statesOf(anna)).toEqual(['asked']);
      await decideRefunds(anna);
      expect([await refundedAmounts(intent), await statesOf(anna)]).toEqual([[200], ['sent']]);
      expect(await world.balance(anna)).toBe(3);
    },
  );

  test('it gets a new idempotency key once per failure, and only while it is undecided', async () => {
    await world.topUp(anna, 5);
    const stripe = jest.spyOn(world.core.app.get(StripeService), 'refund');
    stripe.mockRejectedValue(new Error('nothing is heard'));
    const wish = { owner: anna.userId, currency: 'GBP', amountMinor: 200, by: 'person' } as const;
    const { id } = (await refunds.askRefund(wish)).refunds[0]!;
    await Promise.all([refunds.replaceKey(id, 0), refunds.replaceKey(id, 0)]);
    expect(await countFailedKeys(anna)).toBe(1);
    await refunds.bookFailed(id);
    await refunds.replaceKey(id, 1);
    expect(await countFailedKeys(anna)).toBe(1);
  });

  test.each([
    { looks: 2, most: 120 },
    { looks: 9, most: 3_600 },
    { looks: 10_000, most: 3_600 },
  ])(
    'the pause before the next try grows: after $looks tries it is at most $most seconds',
    async ({ looks, most }) => {
      await world.topUp(anna, 5);
      const stripe = jest.spyOn(world.core.app.get(StripeService), 'refund');
      stripe.mockRejectedValue(new Error('nothing is heard'));
      const wish = { owner: anna.userId, currency: 'GBP', amountMinor: 200, by: 'person' } as const;
      const { id } = (await refunds.askRefund(wish)).refunds[0]!;
      await world.core.database.query(
        'UPDATE payment_refunds SET looks = $2, next_look_at = app_now() WHERE id = $1',
        [id, looks],
      );
      const waits = async (): Promise<{ looks: number; seconds: number }> => {
        const [row]: { looks: number; seconds: number }[] = await world.core.database.query(
          `SELECT looks, extract(epoch FROM next_look_at - app_now())::int AS seconds FROM payment_refunds
            WHERE id = $1`,
          [id],
        );
        return row!;
      };
      await sendRefunds();
      const { looks: looksAfter, seconds } = await waits();
      expect(looksAfter).toBe(looks + 1);
      expect(seconds).toBeLessThanOrEqual(most);
      expect(seconds).toBeGreaterThan(most / 2);
      await refunds.bookFailed(id);
    },
  );

  test('a refund from before a restore, whose key has expired, is made once', async () => {
    await world.payments.control.do('webhooks', { events: 'lost' });
    const intent = await world.topUp(anna, 5);
    expect((await refund(anna, 2)).status).toBe(200);
    await decided(anna);
    expect((await refund(anna, 1)).status).toBe(200);
    await decided(anna);
    const known = (): Promise<{ id: string; amount_minor: string; provider_id: string }[]> =>
      world.core.database.query(
        `SELECT r.id, r.amount_minor, r.provider_id FROM payment_refunds r
          JOIN payments p ON p.id = r.payment_id
         WHERE p.owner_id = $1 ORDER BY r.amount_minor`,
        [anna.userId],
      );
    const before = await known();
    // The provider has a second copy of the smaller refund, which came back. The copy that arrived counts.
    const metadata = { refund_id: before[0]!.id };
    const twin = await world.payments.stripe.refunds.create({
      payment_intent: intent,
      amount: 100,
      metadata,
    });
    await world.payments.control.do('failRefund', { refund: twin.id });
    // The state in a backup of the day before. The other key number simulates the expired key.
    await asOwner(
      world.core.database,
      `UPDATE payment_refunds r SET state = 'asked', provider_id = NULL, looks = 0, key_number = 1,
         created_at = r.created_at - interval '25 hours', next_look_at = app_now()
       FROM payments p WHERE p.id = r.payment_id AND p.owner_id = $1`,
      [anna.userId],
    );
    await decideRefunds(anna);
    expect([await refundedAmounts(intent), await statesOf(anna)]).toEqual([
      [100, 200],
      ['sent', 'sent'],
    ]);
    expect(await known()).toEqual(before);
  });

  test('a refund that the provider refused and nevertheless made is taken from the balance', async () => {
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('fault', { path: '^/v1/refunds$', method: 'POST', answer: 400 });
    await refund(anna, 2);
    await decided(anna);
    const [row]: { id: string }[] = await world.core.database.query(
      `SELECT r.id FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE p.owner_id = $1`,
      [anna.userId],
    );
    const metadata = { refund_id: row!.id };
    await world.payments.stripe.refunds.create({ payment_intent: intent, amount: 200, metadata });
    await eventually(async () => (await world.balance(anna)) === 3, { what: 'it is taken' });
    expect(await statesOf(anna)).toEqual(['failed', 'sent']);
  });

  test("a refund with the id of another payment's refund is booked to its own payment", async () => {
    const begun = await world.topUp(anna, 5);
    await world.payments.control.do('fault', {
      path: '^/v1/refunds$',
      method: 'POST',
      answer: 'cut',
      times: 1_000,
    });
    const wish = { owner: anna.userId, currency: 'GBP', amountMinor: 200, by: 'person' } as const;
    const { id } = (await refunds.askRefund(wish)).refunds[0]!;
    const other = await world.topUp(anna, 3);
    await world.payments.control.do('noFaults', {});
    await world.payments.control.do('webhooks', { events: 'lost' });
    await world.payments.stripe.refunds.create({
      payment_intent: other,
      amount: 200,
      metadata: { refund_id: id },
    });
    await world.core.app.get(ProviderReports).bookRefunds(other);
    expect([await world.balance(anna), (await world.row(other))!['refunded_minor']]).toEqual([4, 200]);
    await decideRefunds(anna);
    expect([await refundedAmounts(begun), await statesOf(anna)]).toEqual([[200], ['sent', 'sent']]);
  });

  test('a refund that the provider made twice is booked twice', async () => {
    const intent = await world.topUp(anna, 5);
    expect((await refund(anna, 2)).status).toBe(200);
    await decided(anna);
    const [row]: { id: string }[] = await world.core.database.query(
      `SELECT r.id FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE p.owner_id = $1`,
      [anna.userId],
    );
    const metadata = { refund_id: row!.id };
    await world.payments.stripe.refunds.create({ payment_intent: intent, amount: 200, metadata });
    await eventually(async () => (await world.balance(anna)) === 1, { what: 'the second one is taken' });
    expect(await statesOf(anna)).toEqual(['sent', 'sent']);
  });

  test('a refund without an answer stays listed, and does not block the others', async () => {
    for (const major of [5, 7, 10]) await world.topUp(anna, major);
    const stripe = jest.spyOn(world.core.app.get(StripeService), 'refund');
    const warned = logged('warn');
    stripe.mockRejectedValueOnce(new Error('nothing is heard'));
    expect((await refund(anna)).status).toBe(200);
    await sendRefunds();
    expect(stripe).toHaveBeenCalledTimes(3);
    expect(warned).toHaveBeenCalledWith(
      { err: new Error('nothing is heard'), refundId: expect.any(String) },
      expect.stringContaining('could not be sent or checked'),
    );
    warned.mockRestore();
    await until(async () => (await statesOf(anna)).filter((state) => state === 'sent').length === 2);
    expect((await statesOf(anna)).toSorted()).toEqual(['asked', 'sent', 'sent']);
    await world.later('25 hours', async () =>
      expect((await world.wallets(anna)).refunds).toMatchObject([{ state: 'asked' }]),
    );
    await decideRefunds(anna);
    expect([await statesOf(anna), await world.balance(anna)]).toEqual([['sent', 'sent', 'sent'], 0]);
  });

  test('a refund that staff make at the provider is taken from the balance once, and the uncovered part is a loss', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    await spend(anna, 400);
    await world.payments.control.do('webhooks', { copies: 2 });
    await world.payments.control.do('refund', { intent, amount: 300 });
    await eventually(async () => (await world.balance(anna)) === 0, { what: 'the refund is taken' });
    await eventually(async () => (await losses()) - before === 200, { what: 'the rest is lost' });
    const { data } = await world.payments.stripe.refunds.list({ payment_intent: intent });
    await world.payments.control.do('failRefund', { refund: data[0]!.id });
    await eventually(async () => (await world.balance(anna)) === 1, { what: 'it came back' });
    expect(await losses()).toBe(before);
  });

  test('an unreported failure of a refund does not block the refund that staff make instead', async () => {
    const intent = await world.topUp(anna, 5);
    await refund(anna, 5);
    await decided(anna);
    const { data } = await world.payments.stripe.refunds.list({ payment_intent: intent });
    await world.payments.control.do('webhooks', { events: 'lost' });
    await world.payments.control.do('failRefund', { refund: data[0]!.id });
    await world.payments.control.do('webhooks', { events: 'sent', copies: 2 });
    await world.payments.control.do('refund', { intent, amount: 300 });
    await eventually(async () => (await world.balance(anna)) === 2, {
      what: 'one is back, the other is taken',
    });
    expect((await statesOf(anna)).toSorted()).toEqual(['failed', 'sent']);
  });
});

describe('a payment that a dispute or a failure takes back', () => {
  test('a dispute freezes its money, the uncovered part of a lost dispute is a loss, and top-ups close', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    await spend(anna, 200);
    await world.payments.control.do('webhooks', { copies: 3 });
    const { id } = await world.payments.control.do('dispute', { intent });
    await eventually(async () => (await world.balance(anna)) === 0, { what: 'the money is frozen' });
    expect((await world.wallets(anna)).topUps).toBe('closed');
    expect((await world.intent(anna, 3)).status).toBe(403);
    expect(await losses()).toBe(before);
    await gift(anna, 50);
    await world.payments.control.do('closeDispute', { dispute: id, status: 'lost' });
    await eventually(async () => (await losses()) - before === 150, { what: 'the rest is lost' });
    expect(await world.balance(anna)).toBe(0);
    const reopened = { owner: anna.userId, actor: 'a test', reason: 'talked to the bank' };
    expect(await world.core.app.get(DisputesService).reopenTopUps(reopened)).toBe(true);
    expect((await world.intent(anna, 3)).status).toBe(200);
  });

  test('a won dispute returns the money once, in any order of its webhooks', async () => {
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('webhooks', { events: 'held' });
    const { id } = await world.payments.control.do('dispute', { intent });
    await world.payments.control.do('closeDispute', { dispute: id, status: 'won' });
    const { data } = await world.payments.stripe.events.list({ limit: 100 });
    const about = data.filter((event) => (event.data.object as { id?: string }).id === id);
    expect(about.length).toBeGreaterThan(2);
    for (const event of [...about, ...about.toReversed()])
      await world.payments.control.do('send', { event: event.id });
    expect([await world.balance(anna), (await world.wallets(anna)).topUps]).toEqual([5, 'open']);
  });

  test('a dispute freezes only the part that was not refunded before', async () => {
    const intent = await world.topUp(anna, 5);
    await world.topUp(anna, 10);
    await refunds.bookProviderRefund({
      paymentId: String((await world.row(intent))!['id']),
      providerId: randomUUID(),
      minor: 200,
    });
    await world.payments.control.do('dispute', { intent });
    await eventually(async () => (await world.balance(anna)) === 10, {
      what: 'the unrefunded part is frozen',
    });
  });

  test('a refund by staff takes no more than the dispute leaves of the payment', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    await world.topUp(anna, 10);
    const paymentId = String((await world.row(intent))!['id']);
    const report = { id: `du_${randomUUID()}`, paymentId, what: 'dispute', minor: 400 } as const;
    await world.core.app.get(DisputesService).bookDispute({ ...report, state: 'open' });
    const found = await refunds.bookProviderRefund({ paymentId, providerId: randomUUID(), minor: 300 });
    expect([found.takenMinor, await world.balance(anna), (await losses()) - before]).toEqual([100, 10, 200]);
  });

  test.each(['open', 'lost'] as const)(
    'a refund that fails while the dispute is %s goes to the dispute',
    async (state) => {
      const before = await losses();
      const intent = await world.topUp(anna, 5);
      const paymentId = String((await world.row(intent))!['id']);
      const refund = await refunds.askRefund({
        owner: anna.userId,
        currency: 'GBP',
        amountMinor: 300,
        by: 'person',
      });
      await decided(anna);
      await spend(anna, 150);
      const report = { id: `du_${randomUUID()}`, paymentId, what: 'dispute', minor: 500 } as const;
      const disputes = world.core.app.get(DisputesService);
      expect(await disputes.bookDispute({ ...report, state })).toMatchObject({ takenMinor: 50 });
      await gift(anna, 20);
      expect(await refunds.bookFailed(refund.refunds[0]!.id)).toBe(true);
      expect(await world.balance(anna)).toBe(0.2);
      expect((await losses()) - before).toBe(state === 'lost' ? 150 : 0);
      await disputes.bookDispute({ ...report, state: 'won' });
      expect([await world.balance(anna), await losses()]).toEqual([3.7, before]);
    },
  );

  test('the money of a refund that the provider refuses goes to an earlier dispute, not to the person', async () => {
    const intent = await world.topUp(anna, 50);
    await world.payments.control.do('webhooks', { events: 'held' });
    await world.payments.control.do('fault', {
      path: '^/v1/refunds$',
      method: 'POST',
      answer: 500,
      times: 2,
    });
    const before = await countRefundRequests();
    expect(await refund(anna)).toMatchObject({ status: 200 });
    await sendRefunds();
    expect(await countRefundRequests()).toBe(before + 2);
    const { id } = await world.payments.control.do('dispute', { intent });
    const { data } = await world.payments.stripe.events.list({ type: 'charge.dispute.created', limit: 10 });
    const event = data.find((event) => (event.data.object as { id?: string }).id === id)!;
    await world.payments.control.do('send', { event: event.id });
    await world.payments.control.do('noFaults', {});
    await decideRefunds(anna);
    expect([await statesOf(anna), await world.balance(anna)]).toEqual([['failed'], 0]);
  });

  test('a payment in dispute cannot be refunded to its card', async () => {
    const intent = await world.topUp(anna, 5);
    await world.topUp(anna, 3);
    await gift(anna, 300);
    const { id } = await world.payments.control.do('dispute', { intent });
    await eventually(async () => (await world.wallets(anna)).topUps === 'closed', {
      what: 'the dispute is known',
    });
    expect(await refundable(anna)).toEqual(pounds(3));
    await world.payments.control.do('closeDispute', { dispute: id, status: 'won' });
    await eventually(async () => (await world.balance(anna)) === 11, { what: 'the dispute is won' });
    expect(await refundable(anna)).toEqual(pounds(8));
  });

  test('a payment that failed after it was credited cannot be paid again', async () => {
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('failLate', { intent });
    await eventually(async () => (await world.balance(anna)) === 0, { what: 'it is taken' });
    await expect(world.pay(intent)).rejects.toThrow();
    const read = await world.payments.stripe.paymentIntents.retrieve(intent);
    expect(read.status).toBe('canceled');
  });

  test('a payment that failed after it was credited is taken back, and the uncovered part is a loss', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    await spend(anna, 300);
    await world.payments.control.do('webhooks', { copies: 2 });
    await world.payments.control.do('failLate', { intent });
    await eventually(async () => (await losses()) - before === 300, { what: 'the rest is lost' });
    expect(await world.balance(anna)).toBe(0);
    expect((await world.wallets(anna)).topUps).toBe('closed');
  });
});

describe('when webhooks are lost', () => {
  beforeEach(async () => {
    await world.payments.control.do('webhooks', { events: 'lost' });
  });

  test("a refund that staff made is found in the provider's lists, and booked once despite late webhooks", async () => {
    const intent = await world.topUp(anna, 10);
    const { id } = await world.payments.control.do('refund', { intent, amount: 300 });
    expect(await world.balance(anna)).toBe(10);
    expect(await readLists()).toEqual({ news: 1, failed: 0 });
    expect(await world.balance(anna)).toBe(7);
    expect(await readLists()).toEqual({ news: 0, failed: 0 });
    await sendAll(id);
    expect([await world.balance(anna), await statesOf(anna)]).toEqual([7, ['sent']]);
    await world.payments.control.do('failRefund', { refund: id });
    expect(await readLists()).toEqual({ news: 1, failed: 0 });
    await sendAll(id);
    expect(await readLists()).toEqual({ news: 0, failed: 0 });
    expect([await world.balance(anna), await statesOf(anna)]).toEqual([10, ['failed']]);
  });

  test('lists and webhooks at the same moment book a refund and a dispute once', async () => {
    const [refunded, disputed] = [await world.topUp(anna, 10), await world.topUp(anna, 5)];
    const refund = await world.payments.control.do('refund', { intent: refunded, amount: 300 });
    const dispute = await world.payments.control.do('dispute', { intent: disputed });
    await Promise.allSettled([
      readLists(),
      sendAll(refund.id),
      readLists(),
      sendAll(dispute.id),
      readLists(),
    ]);
    await readLists();
    expect([await world.balance(anna), await statesOf(anna)]).toEqual([7, ['sent']]);
    expect((await world.wallets(anna)).topUps).toBe('closed');
  });

  test('the lists show a dispute when it opens, and when it is won', async () => {
    const intent = await world.topUp(anna, 5);
    const { id } = await world.payments.control.do('dispute', { intent });
    expect(await readLists()).toEqual({ news: 1, failed: 0 });
    expect([await world.balance(anna), (await world.wallets(anna)).topUps]).toEqual([0, 'closed']);
    expect(await readLists()).toEqual({ news: 0, failed: 0 });
    await world.payments.control.do('closeDispute', { dispute: id, status: 'won' });
    expect(await readLists()).toEqual({ news: 1, failed: 0 });
    await sendAll(id);
    expect(await world.balance(anna)).toBe(5);
    expect(await readLists()).toEqual({ news: 0, failed: 0 });
  });

  test('the lists show a payment that fails after it was credited', async () => {
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('failLate', { intent });
    expect(await readLists()).toEqual({ news: 1, failed: 0 });
    await sendAll(intent);
    expect(await readLists()).toEqual({ news: 0, failed: 0 });
    expect([await world.balance(anna), (await world.wallets(anna)).topUps]).toEqual([0, 'closed']);
  });

  test('a refund that came back before core knew of it moves no money', async () => {
    const intent = await world.topUp(anna, 10);
    const { id } = await world.payments.control.do('refund', { intent, amount: 300 });
    await world.payments.control.do('failRefund', { refund: id });
    await sendAll(id);
    expect([await world.balance(anna), await statesOf(anna)]).toEqual([10, []]);
  });

  test('a payment that fails while it is credited is taken back with the credited amount', async () => {
    const intent = await world.begun(anna, 5);
    await world.pay(intent);
    // The page chose a second amount, which the provider has not received yet.
    await world.core.database.query(
      `UPDATE payments SET amount_minor = 1000, asked_minor = '{500,1000}' WHERE intent_id = $1`,
      [intent],
    );
    const stripe = world.core.app.get(StripeService);
    const earlier = await stripe.readIntent(intent);
    await world.payments.control.do('failLate', { intent });
    const read = jest.spyOn(stripe, 'readIntent').mockResolvedValueOnce(earlier);
    await world.core.app.get(ProviderReports).bookLateFailure(intent);
    read.mockRestore();
    const rows: unknown[] = await world.core.database.query(
      `SELECT d.what, d.amount_minor::int AS minor FROM payment_disputes d
        JOIN payments p ON p.id = d.payment_id
       WHERE p.intent_id = $1`,
      [intent],
    );
    expect([await world.balance(anna), rows]).toEqual([0, [{ what: 'late-failure', minor: 500 }]]);
  });

  test.each([['0 seconds'], ['1 minute']])(
    'a declined card %s before the credit is no news',
    async (time) => {
      const intent = await world.begun(anna, 5);
      await expect(world.pay(intent, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined');
      await world.pay(intent);
      const { found } = await world.later(time, () => world.validate(anna, intent));
      expect(found).toBe(true);
      expect(await readLists()).toEqual({ news: 0, failed: 0 });
    },
  );

  test('refunds and disputes from before the credit are read from the payment itself', async () => {
    const [refunded, disputed] = [await world.begun(anna, 10), await world.begun(await world.aPayer(), 5)];
    for (const intent of [refunded, disputed]) await world.pay(intent);
    await world.payments.control.do('refund', { intent: refunded, amount: 300 });
    const { id } = await world.payments.control.do('dispute', { intent: disputed });
    await world.payments.control.do('closeDispute', { dispute: id, status: 'won' });
    await world.payments.control.do('dispute', { intent: disputed });
    expect(await world.core.app.get(ReconciliationService).round({ all: true })).toMatchObject({
      credited: 2,
    });
    expect(await world.balance(anna)).toBe(7);
    const rows: unknown[] = await world.core.database.query(
      `SELECT d.state FROM payment_disputes d JOIN payments p ON p.id = d.payment_id WHERE p.intent_id = $1
       ORDER BY d.state`,
      [disputed],
    );
    expect(rows).toEqual([{ state: 'open' }, { state: 'won' }]);
    expect(await readLists()).toEqual({ news: 0, failed: 0 });
  });

  test('lists of many pages are read to their end', async () => {
    const intent = await world.topUp(anna, 5);
    const payer = await world.aPayer();
    const first = await world.payments.control.do('refund', {
      intent: await world.topUp(payer, 3),
      amount: 300,
    });
    for (let each = 0; each < 120; each += 1)
      await world.payments.control.do('refund', { intent, amount: 1 });
    await readLists();
    expect(await world.balance(anna)).toBe(3.8);
    expect([await world.balance(payer), first.status]).toEqual([0, 'succeeded']);
  });

  test('the lists are read as far back as banks may return or dispute money', async () => {
    const stripe = world.core.app.get(StripeService);
    const names = ['successesSince', 'refundsSince', 'disputesSince', 'failuresSince'] as const;
    const spies = names.map((name) => jest.spyOn(stripe, name));
    await readLists();
    expect(spies.map(({ mock }) => mock.calls)).toEqual([[[30]], [[30]], [[180]], [[30]]]);
  });

  test('a refund made 31 days ago is not in the list of refunds, and one of 29 days ago is', async () => {
    const intent = await world.topUp(anna, 5);
    const now = Date.now();
    for (const [days, news] of [
      [31, 0],
      [29, 1],
    ] as const) {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(now - days * 86_400_000);
      await world.payments.control.do('refund', { intent, amount: 100 });
      clock.mockRestore();
      expect(await readLists()).toEqual({ news, failed: 0 });
    }
  });

  test('a refund that cannot be booked does not block the others, and the next reading books it', async () => {
    const bob = await world.aPayer();
    const intents = [await world.topUp(anna, 5), await world.topUp(bob, 5)];
    // Anna's own refund is undecided, and the provider does not know it.
    const unheard = { path: '^/v1/refunds$', method: 'POST', answer: 500, times: 1_000 } as const;
    await world.payments.control.do('fault', unheard);
    await refunds.askRefund({ owner: anna.userId, currency: 'GBP', amountMinor: 500, by: 'person' });
    for (const intent of intents) await world.payments.control.do('refund', { intent });
    const warned = logged('warn');
    expect(await readLists()).toEqual({ news: 2, failed: 1 });
    expect(warned).toHaveBeenCalledWith(
      { err: expect.objectContaining({ code: 'refund.too-much' }), intentId: intents[0] },
      "an entry of the provider's lists could not be booked",
    );
    warned.mockRestore();
    expect(await world.balance(bob)).toBe(0);
    await world.payments.control.do('noFaults', {});
    await decideRefunds(anna);
    expect([await world.balance(anna), await statesOf(anna)]).toEqual([5, ['failed']]);
    expect(await readLists()).toEqual({ news: 1, failed: 0 });
    expect([await world.balance(anna), await statesOf(anna)]).toEqual([0, ['failed', 'sent']]);
  });

  test('a failed payment that is paid again while core cancels it is kept in the balance', async () => {
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('failLate', { intent });
    const cancel = jest.spyOn(world.core.app.get(StripeService), 'cancel');
    cancel.mockImplementationOnce(async (id) => {
      await world.pay(id);
      return undefined;
    });
    await readLists();
    expect(cancel).toHaveBeenCalledTimes(1);
    expect([await world.balance(anna), (await world.wallets(anna)).topUps]).toEqual([5, 'open']);
  });

  test('all cores together read the lists once an hour', async () => {
    const lists = world.core.app.get(ProviderLists);
    const reading = jest.spyOn(lists, 'reconcileLists');
    await world.later('2 hours', () => lists.round());
    expect(reading).toHaveBeenCalledTimes(1);
    await world.later('179 minutes', () => Promise.all([lists.round(), lists.round()]));
    expect(reading).toHaveBeenCalledTimes(1);
    await world.later('181 minutes', () => Promise.all([lists.round(), lists.round()]));
    expect(reading).toHaveBeenCalledTimes(2);
    reading.mockResolvedValueOnce({ news: 1, failed: 1, missing: [] });
    await world.later('245 minutes', () => lists.round());
    await world.later('253 minutes', () => lists.round());
    expect(reading).toHaveBeenCalledTimes(3);
    await world.later('256 minutes', () => lists.round());
    expect(reading).toHaveBeenCalledTimes(4);
  });
});
