import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { calls } from '@sixpence/contracts/http/calls';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { BudgetsService } from '@sixpence/core/platform/http/network/budgets.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { CardTestingService } from '@sixpence/core/money/payments/card-testing.service';
import { alarmingDeclines } from '@sixpence/core/money/payments/payment-limits';
import { StripeService } from '@sixpence/core/money/payments/provider/stripe.service';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import type { Logger } from 'pino';
import { eventually } from '../../support/eventually.js';
import { type Payer, payingForTests, type PayingWorld } from '../../support/builders/paying.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

/** Reads all unfinished payments now; core's own round reads a payment only after half a minute. */
const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });

/**
 * Records the later log lines of core.
 * @returns the entries about one subject, as `[fields, sentence]`
 */
function recordLog(level: 'warn' | 'error') {
  const spy = jest.spyOn(world.core.app.get<Logger>(LOGGER), level);
  return (about: Record<string, unknown>) =>
    spy.mock.calls.filter(([fields]) =>
      Object.entries(about).every(([name, value]) => (fields as Record<string, unknown>)[name] === value),
    );
}

describe('a user tries one card after another', () => {
  test('after ten declined cards the payment is canceled, no other payment begins, and metrics count it', async () => {
    const before = { declined: await world.outcomes('declined'), limited: await world.outcomes('limited') };
    const intent = await world.begun(anna);
    const [warned, failed] = [recordLog('warn'), recordLog('error')];
    for (let time = 0; time < 10; time += 1) {
      await expect(world.pay(intent, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined');
      const event = await world.eventOf(intent, 'payment_intent.payment_failed');
      // Two copies of an event count as one card, also if both arrive before one is recorded.
      await world.payments.control.do('fault', { method: 'GET', path: intent, delayMs: 200, times: 2 });
      const copies = [1, 2].map(() => world.payments.control.do('send', { event }));
      expect(await Promise.all(copies)).toEqual([{ status: 200 }, { status: 200 }]);
    }
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', declines: 10 });
    await expect(world.pay(intent)).rejects.toThrow('canceled');
    const answer = await world.intent(anna, 5);
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'payment.limit' }]);
    const { id: paymentId } = (await world.row(intent))!;
    expect(failed({ owner: anna.userId })).toEqual([
      [{ owner: anna.userId, paymentId }, 'a payment is given up: too many cards were declined'],
    ]);
    expect(warned({ owner: anna.userId })).toEqual([
      [
        { owner: anna.userId, declines: 10, unpaid: 1 },
        'a person has too many declined cards or unpaid payments',
      ],
    ]);
    expect((await world.outcomes('declined')) - before.declined).toBe(10);
    expect((await world.outcomes('limited')) - before.limited).toBe(1);
    expect((await world.later('23 hours', () => world.intent(anna, 5))).status).toBe(429);
    const tomorrow = await world.later('25 hours', () => world.intent(anna, 5));
    expect(tomorrow.status).toBe(200);
  });
});

describe('new accounts of one network try one card after another', () => {
  test('after thirty declined cards no new account can pay, and a user who has paid before still can', async () => {
    const [first, second, payer, other] = await Promise.all(Array.from({ length: 4 }, () => world.aPayer()));
    await world.core.database.query("UPDATE users SET joined_network = 'one network' WHERE id = ANY($1)", [
      [first!.userId, second!.userId, payer!.userId],
    ]);
    await world.topUp(payer!, 3);
    expect(await world.row(await world.begun(first!))).toMatchObject({ state: 'open' });
    const declined = (count: number) =>
      world.core.database.query('UPDATE payments SET declines = $2 WHERE owner_id = $1', [
        first!.userId,
        count,
      ]);
    await declined(29);
    expect((await world.intent(second!, 5)).status).toBe(200);
    await declined(30);
    const answer = await world.intent(second!, 5);
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'payment.limit' }]);
    expect((await world.later('23 hours', () => world.intent(second!, 5))).status).toBe(429);
    expect((await world.later('25 hours', () => world.intent(second!, 5))).status).toBe(200);
    expect((await world.intent(payer!, 5)).status).toBe(200);
    expect((await world.intent(other!, 5)).status).toBe(200);
  });
});

test('new accounts of a network can pay if at least as many cards of the network paid as were declined', async () => {
  const [host, newcomer] = [await world.aPayer(), await world.aPayer()];
  const people = [host.userId, newcomer.userId];
  await world.core.database.query("UPDATE users SET joined_network = 'a hall' WHERE id = ANY($1)", [people]);
  const { app } = world.core;
  /** Thirty cards of the network paid, and this many were declined. The transaction is rolled back. */
  const after = (declines: number) =>
    app.get(TransactionsService).run(async (tx) => {
      await tx.query(
        `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state, number,
          credited_at, declines)
         SELECT gen_random_uuid(), $1, 'GBP', 300, '{300}', gen_random_uuid()::text, 'succeeded', 900000 + n,
                app_now(), CASE n WHEN 1 THEN $2::int ELSE 0 END FROM generate_series(1, 30) n`,
        [host.userId, declines],
      );
      await app.get(CardTestingService).refuseAfterFailedTries(tx, newcomer.userId);
      throw new Error('not refused');
    });
  await expect(after(30)).rejects.toThrow('not refused');
  await expect(after(31)).rejects.toMatchObject({ code: 'payment.limit' });
});

describe('when the webhooks of declined cards are lost', () => {
  const declined = async (intent: string, times: number) => {
    for (let time = 0; time < times; time += 1)
      await expect(world.pay(intent, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined');
  };

  test('core counts each declined card once when it reads the payment, and then limits the user', async () => {
    const before = await world.outcomes('declined');
    const intent = await world.begun(anna);
    await declined(intent, 3);
    await Promise.all([reconciled(), world.validate(anna, intent), reconciled()]);
    expect(await world.row(intent)).toMatchObject({ state: 'open', declines: 3 });
    const listed = jest.spyOn(world.core.app.get(StripeService), 'declinesOf');
    await reconciled();
    // The last declined card is counted already, so core does not request the list of all cards.
    expect(listed).not.toHaveBeenCalled();
    await declined(intent, 7);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', declines: 10 });
    const answer = await world.intent(anna, 5);
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'payment.limit' }]);
    const { data } = await world.payments.stripe.events.list({
      type: 'payment_intent.payment_failed',
      limit: 100,
    });
    const late = data.filter((event) => (event.data.object as { id: string }).id === intent);
    for (const { id: event } of late) await world.payments.control.do('send', { event });
    expect(late).toHaveLength(10);
    expect((await world.outcomes('declined')) - before).toBe(10);
  });

  test('a payment that has succeeded keeps its state, also when core finds declined cards of it later', async () => {
    const intent = await world.topUp(anna, 5);
    const declines = Array.from({ length: 10 }, () => `ch_${randomUUID()}`);
    expect(await world.core.app.get(CardTestingService).countDeclines(intent, declines)).toBe(false);
    expect(await world.row(intent)).toMatchObject({ state: 'succeeded', declines: 10 });
  });

  test('a failed authentication by the bank counts as a declined card', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent, 'pm_card_authenticationRequired');
    await world.payments.control.do('authenticate', { intent, hasAuthenticated: false });
    for (let time = 0; time < 2; time += 1) await reconciled();
    expect(await world.row(intent)).toMatchObject({ declines: 1 });
  });

  test('very many declined cards of all users within an hour raise one alarm for staff', async () => {
    const before = await world.outcomes('alarm');
    const budgets = world.core.app.get(BudgetsService);
    let used = 0;
    while (used < 99) ({ used } = await budgets.countTry(alarmingDeclines, 'everybody'));
    const intent = await world.begun(anna);
    await declined(intent, 3);
    const failed = recordLog('error');
    await reconciled();
    expect((await world.outcomes('alarm')) - before).toBe(1);
    expect(failed({ declines: 100 })).toEqual([
      [{ declines: 100 }, expect.stringContaining('too many cards of all people')],
    ]);
  });
});

describe('the daily limit of top-ups', () => {
  const refused = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return status === 429 && headers.get('retry-after') === '3600';
  };

  test('it is 300 in one currency; the other currency and the next day are free', async () => {
    for (let time = 0; time < 5; time += 1) await world.topUp(anna, 50);
    await world.topUp(anna, 10);
    expect(await refused(world.intent(anna, 50))).toBe(true);
    const open = await world.begun(anna, 3);
    expect(await refused(world.intent(anna, 50, { again: open }))).toBe(true);
    expect(await world.begun(anna, 25, { again: open })).toBe(open);
    await world.pay(open);
    expect(await world.validate(anna, open)).toEqual({ status: 200, found: true });
    await world.topUp(anna, 15);
    const requestCount = (await world.asked()).length;
    expect(await refused(world.intent(anna, 3))).toBe(true);
    expect((await world.asked()).length).toBe(requestCount);
    expect((await world.intent(anna, 50, { currency: 'EUR' })).status).toBe(200);
    expect(await refused(world.later('23 hours', () => world.intent(anna, 3)))).toBe(true);
    expect((await world.later('25 hours', () => world.intent(anna, 50))).status).toBe(200);
  });

  test('it is also 300 in euros, for the sum of credited and processing payments', async () => {
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
       SELECT gen_random_uuid(), $1, 'EUR', 27501, '{27501}', gen_random_uuid()::text, state
       FROM unnest(ARRAY['processing', 'given-up', 'canceled']) AS state`,
      [anna.userId],
    );
    expect(await refused(world.intent(anna, 25, { currency: 'EUR' }))).toBe(true);
    await world.core.database.query('UPDATE payments SET amount_minor = 27500 WHERE owner_id = $1', [
      anna.userId,
    ]);
    expect((await world.intent(anna, 25, { currency: 'EUR' })).status).toBe(200);
  });

  test('it includes payments that the bank still processes, also with many browser tabs at once', async () => {
    for (let time = 0; time < 5; time += 1) await world.topUp(anna, 50);
    const slow = await world.begun(anna, 50);
    await world.pay(slow, 'pm_card_slow');
    await reconciled();
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.intent(anna, 3)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(429));
  });

  test('it is twenty payments, with any amounts', async () => {
    for (let time = 0; time < 20; time += 1) {
      await world.core.database.query(
        `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
         VALUES (gen_random_uuid(), $1, $2, 300, '{300}', gen_random_uuid()::text, 'processing')`,
        [anna.userId, time % 2 === 0 ? 'GBP' : 'EUR'],
      );
      if (time === 18) expect((await world.intent(anna, 3)).status).toBe(200);
    }
    expect(await refused(world.intent(anna, 3))).toBe(true);
  });
});

test('payments that the provider does not know do not count as tries of the user', async () => {
  const begun = (intent: string, count: number) =>
    world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
       SELECT gen_random_uuid(), $1::uuid, 'GBP', 500, '{500}', ${intent}, 'given-up'
         FROM generate_series(1, $2::int) n`,
      [anna.userId, count],
    );
  await begun('NULL', 50);
  expect((await world.intent(anna, 5)).status).toBe(200);
  await begun(`'pi_unpaid_' || n || $1::text`, 48);
  // The fiftieth payment begins, and no later payment begins.
  expect((await world.intent(anna, 5, { currency: 'EUR' })).status).toBe(200);
  expect((await world.intent(anna, 5)).status).toBe(429);
});

test('two requests of a person may wait for the provider, further ones are refused, and other people are not affected', async () => {
  await world.payments.control.do('fault', { path: '^/v1/payment_intents$', delayMs: 60_000, times: 2 });
  let answered = 0;
  const requests = Array.from({ length: 8 }, () => world.intent(anna, 5).finally(() => (answered += 1)));
  await eventually(() => answered === 6, { what: 'all but two are answered' });
  await world.payments.control.do('noFaults', {});
  const answers = await Promise.all(requests);
  const tooMany = answers.filter(
    ({ status, headers }) => status === 429 && headers.get('retry-after') === '2',
  );
  expect(tooMany).toHaveLength(6);
  const codes = await Promise.all(
    tooMany.map(async (each) => ((await each.json()) as { code: string }).code),
  );
  expect(new Set(codes)).toEqual(new Set(['request.too-many']));
  await world.payments.control.do('fault', { path: '^/v1/payment_intents$', delayMs: 2_000, times: 2 });
  const [, , bobs] = await Promise.all([
    world.intent(anna, 5),
    world.intent(anna, 5),
    world.aPayer().then((bob) => world.intent(bob, 5)),
  ]);
  expect(bobs.status).toBe(200);
  expect((await world.intent(anna, 5)).status).toBe(200);
});

test('calls without a session do not use up the budget of their network', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.77' };
  const body = { amount: 5, currency: 'GBP', payment_intent_id: '' };
  const ask = (cookie = '') => world.core.call('POST', '/stripe-payment-intent', { body, cookie, headers });
  const mostOfNetwork = calls.stripePaymentIntent.budget.network.points;
  const statuses = new Set<number>();
  for (let turn = 0; turn <= mostOfNetwork; turn += 1) statuses.add((await ask()).status);
  expect([...statuses]).toEqual([401]);
  expect((await ask(anna.cookie)).status).toBe(200);
});
