import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { type Payer, payingForTests, type PayingWorld } from '../../support/builders/paying.js';
import { linesAbout } from '../../support/lines-about.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

/** Reads all unfinished payments now; core's own round reads a payment only after half a minute. */
const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });

describe('a webhook', () => {
  const sendWebhook = async (
    intent: string,
    flaw?: 'unsigned' | 'stale' | 'other-secret' | 'changed' | 're-serialised',
  ) => {
    const event = await world.eventOf(intent);
    return (await world.payments.control.do('send', { event, ...(flaw && { flaw }) })).status;
  };

  test('a repeated webhook credits the payment once', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    for (let time = 0; time < 3; time += 1) expect(await sendWebhook(intent)).toBe(200);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test.each(['unsigned', 'stale', 'other-secret', 'changed', 're-serialised'] as const)(
    'a wrong signature (%s) is refused, and nothing is credited',
    async (flaw) => {
      const intent = await world.begun(anna);
      await world.pay(intent);
      expect(await sendWebhook(intent, flaw)).toBe(400);
      expect(await world.credits(anna)).toEqual([]);
      expect(await world.row(intent)).toMatchObject({ state: 'open' });
    },
  );

  test.each([
    ['accepted', 290, 200],
    ['refused', 310, 400],
  ])('a webhook is %s if it was signed %d seconds ago', async (_, age, status) => {
    const intent = await world.begun(anna);
    const event = await world.payments.stripe.events.retrieve(
      await world.eventOf(intent, 'payment_intent.created'),
    );
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1_000) - age;
    const secret = world.payments.keys.webhookSecret;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const answer = await fetch(`${world.core.url}/stripe-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    });
    expect(answer.status).toBe(status);
  });

  test('a body without a signature is refused, JSON or not', async () => {
    for (const body of ['', '{}', 'nothing', '[]']) {
      const answer = await world.core.call('POST', '/stripe-webhook', { body });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'payment.signature' }]);
    }
  });

  test('an event that core does not need is answered 200', async () => {
    const intent = await world.begun(anna);
    const event = await world.eventOf(intent, 'payment_intent.created');
    expect((await world.payments.control.do('send', { event })).status).toBe(200);
    const stranger = await world.payments.stripe.paymentIntents.create({ amount: 500, currency: 'gbp' });
    await world.pay(stranger.id);
    expect(await sendWebhook(stranger.id)).toBe(200);
  });

  test('a payment whose intent was not recorded is credited, but a second intent of the same payment is not', async () => {
    const id = randomUUID();
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, state)
       VALUES ($1, $2, 'GBP', 500, '{500}', 'asked')`,
      [id, anna.userId],
    );
    const known = await world.begun(await world.aPayer());
    const other = String((await world.row(known))!['id']);
    for (const paymentId of [id, other]) {
      const wanted = { amount: 500, currency: 'gbp', metadata: { payment_id: paymentId } };
      const intent = await world.payments.stripe.paymentIntents.create(wanted);
      await world.pay(intent.id);
      expect(await sendWebhook(intent.id)).toBe(200);
    }
    expect(await world.credits(anna)).toEqual([500]);
    expect(await world.row(known)).toMatchObject({ id: other, state: 'open' });
  });

  test('core answers 503 while it cannot read the provider, and credits the payment at the next delivery', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    await world.payments.control.do('fault', { path: intent, answer: 500, times: 2 });
    expect(await sendWebhook(intent)).toBe(503);
    expect(await world.credits(anna)).toEqual([]);
    expect(await sendWebhook(intent)).toBe(200);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('a payment of another amount or currency is withheld, and counted for staff', async () => {
    const before = await world.outcomes('withheld');
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    const intent = await world.begun(anna);
    await world.payments.stripe.paymentIntents.update(intent, { amount: 5000 });
    await world.pay(intent);
    expect(await sendWebhook(intent)).toBe(200);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    const other = await world.begun(anna);
    await world.payments.stripe.paymentIntents.update(other, { currency: 'eur' });
    await world.pay(other);
    expect(await world.validate(anna, other)).toEqual({ status: 200, found: false });
    expect(await world.credits(anna)).toEqual([]);
    expect(await world.row(intent)).toMatchObject({ state: 'withheld' });
    expect(await world.row(other)).toMatchObject({ state: 'withheld' });
    expect((await world.outcomes('withheld')) - before).toBe(2);
    expect(linesAbout(errors, intent, other)).toEqual([
      [{ intentId: intent, minor: 5000, currency: 'GBP' }, expect.stringContaining('is not credited')],
      [{ intentId: other, minor: 500, currency: 'EUR' }, expect.stringContaining('is not credited')],
    ]);
  });
});

describe('reconciliation without webhooks', () => {
  test('a paid payment is credited once', async () => {
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

  test('a payment that cannot be read does not block the others', async () => {
    const bob = await world.aPayer();
    const intents = [await world.begun(anna), await world.begun(bob)];
    for (const intent of intents) await world.pay(intent);
    await world.payments.control.do('fault', { path: intents[0]!, answer: 'cut', times: 2 });
    const warned = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'warn');
    expect(await reconciled()).toMatchObject({ credited: 1, failed: 1 });
    const { id: paymentId } = (await world.row(intents[0]!))!;
    expect(warned.mock.calls).toEqual([
      [{ err: expect.anything() }, expect.stringContaining('the payment provider is down')],
      [{ err: expect.anything(), paymentId }, expect.stringContaining('could not be read')],
    ]);
    warned.mockRestore();
    expect([await world.credits(anna), await world.credits(bob)]).toEqual([[], [500]]);
    await reconciled();
    expect(await world.credits(anna)).toEqual([500]);
  });

  test.each([
    { looks: 1, most: 60 },
    { looks: 9, most: 600 },
    { looks: 10_000, most: 600 },
  ])(
    'the pause between reads of an unpaid payment grows: after $looks reads it is at most $most seconds',
    async ({ looks, most }) => {
      const intent = await world.begun(anna);
      await world.core.database.query(
        'UPDATE payments SET looks = $2, next_look_at = app_now() WHERE intent_id = $1',
        [intent, looks],
      );
      await world.core.app.get(ReconciliationService).round();
      const [row]: { seconds: number }[] = await world.core.database.query(
        'SELECT extract(epoch FROM next_look_at - app_now())::int AS seconds FROM payments WHERE intent_id = $1',
        [intent],
      );
      expect(row!.seconds).toBeLessThanOrEqual(most);
      expect(row!.seconds).toBeGreaterThan(most / 2);
    },
  );

  test('a round reads the fifty payments that have waited longest', async () => {
    await world.core.database.query('UPDATE payments SET next_look_at = NULL');
    const ids = Array.from({ length: 51 }, () => randomUUID());
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, state, next_look_at)
       SELECT id, $1, 'GBP', 500, '{500}', 'given-up', app_now() - n * interval '1 second'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS waiting (id, n)`,
      [anna.userId, ids],
    );
    const round = () => world.core.app.get(ReconciliationService).round();
    expect(await round()).toEqual({ looked: 50, credited: 0, failed: 0 });
    const waiting: unknown[] = await world.core.database.query(
      'SELECT id FROM payments WHERE next_look_at <= app_now()',
    );
    expect(waiting).toEqual([{ id: ids[0] }]);
    expect(await round()).toMatchObject({ looked: 1 });
  });

  test('a payment that the provider does not know raises an alarm, and is not read any more after a month', async () => {
    const [id, intent] = [randomUUID(), `pi_${randomUUID()}`];
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state,
        next_look_at)
       VALUES ($1, $2, 'GBP', 500, '{500}', $3, 'given-up', app_now())`,
      [id, anna.userId, intent],
    );
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    await reconciled();
    expect(errors).toHaveBeenCalledWith({ paymentId: id }, expect.stringContaining('does not know'));
    errors.mockRestore();
    await world.later('29 days', reconciled);
    expect(await world.row(intent)).toMatchObject({ next_look_at: expect.any(Date) });
    await world.later('31 days', reconciled);
    expect(await world.row(intent)).toMatchObject({ next_look_at: null });
  });

  test('a payment that never reached the provider is given up after ten minutes, and stored events and declines are deleted after a month', async () => {
    const id = randomUUID();
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, state, next_look_at)
       VALUES ($1, $2, 'GBP', 500, '{500}', 'asked', app_now())`,
      [id, anna.userId],
    );
    const ages = ['29 days', '31 days'];
    for (const age of ages) {
      await world.core.database.query(
        `INSERT INTO payment_events (id, type, received_at) VALUES ($1, 'a.test', app_now() - $2::interval)`,
        [`${id} ${age}`, age],
      );
      await world.core.database.query(
        'INSERT INTO payment_declines (id, payment_id, counted_at) VALUES ($2, $1, app_now() - $3::interval)',
        [id, `${id} ${age}`, age],
      );
    }
    const state = async () => {
      const rows: unknown[] = await world.core.database.query(
        'SELECT state, next_look_at IS NULL AS over FROM payments WHERE id = $1',
        [id],
      );
      return rows;
    };
    await world.later('9 minutes', reconciled);
    expect(await state()).toEqual([{ state: 'asked', over: false }]);
    await world.later('11 minutes', reconciled);
    expect(await state()).toEqual([{ state: 'given-up', over: true }]);
    for (const table of ['payment_events', 'payment_declines'])
      expect(await world.core.database.query(`SELECT id FROM ${table} WHERE id LIKE $1`, [`${id}%`])).toEqual(
        [{ id: `${id} 29 days` }],
      );
  });

  test('an unpaid payment is canceled after a day', async () => {
    const intent = await world.begun(anna);
    await world.later('23 hours', reconciled);
    expect(await world.row(intent)).toMatchObject({ state: 'open' });
    // The pauses between reads start again with the shortest, so that a failed cancel is soon repeated.
    await world.core.database.query('UPDATE payments SET looks = 9 WHERE intent_id = $1', [intent]);
    await world.payments.control.do('fault', { path: `${intent}/cancel`, answer: 500, times: 2 });
    await world.later('25 hours', reconciled);
    expect(await world.row(intent)).toMatchObject({ state: 'given-up', looks: 1 });
    await world.later('25 hours', reconciled);
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', next_look_at: null });
    await expect(world.pay(intent)).rejects.toThrow('canceled');
  });

  test('a payment that its bank decides after more than a month is credited', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent, 'pm_card_slow');
    await reconciled();
    expect(await world.row(intent)).toMatchObject({ state: 'processing' });
    await world.later('31 days', reconciled);
    await world.payments.control.do('settle', { intent });
    await reconciled();
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('a canceled payment gets the amount that the provider has', async () => {
    const intent = await world.begun(anna, 5);
    await world.payments.stripe.paymentIntents.update(intent, { amount: 700 });
    await world.payments.stripe.paymentIntents.cancel(intent);
    await reconciled();
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', amount_minor: 700 });
  });

  test('a payment that was paid after it was given up is credited', async () => {
    const first = await world.begun(anna, 5);
    await world.payments.control.do('fault', { path: `${first}/cancel`, answer: 500, times: 2 });
    await world.core.database.query('UPDATE payments SET looks = 9 WHERE intent_id = $1', [first]);
    const second = await world.begun(anna, 10);
    expect(await world.row(first)).toMatchObject({ state: 'given-up', looks: 0 });
    const [wait]: { seconds: number }[] = await world.core.database.query(
      'SELECT extract(epoch FROM next_look_at - app_now())::float8 AS seconds FROM payments WHERE intent_id = $1',
      [first],
    );
    expect(wait!.seconds).toBeGreaterThan(0);
    expect(wait!.seconds).toBeLessThanOrEqual(30);
    await world.pay(first);
    await world.pay(second);
    await reconciled();
    expect(await world.credits(anna)).toEqual(expect.arrayContaining([500, 1000]));
    expect(await world.balance(anna)).toBe(15);
  });
});
