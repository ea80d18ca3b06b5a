import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { KilledCore, type Outcome } from '../support/faults/killed-core.js';
import { Payments } from '../support/builders/payments.js';
import type { Person } from '../support/builders/person.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let payments: Payments;
let world: World;
let person: Person;
let killed: KilledCore;

beforeAll(async () => {
  // This file starts its own PostgreSQL server, because a delay of commits concerns the whole server.
  after.defer(await startSharedServices({ durable: true }));
  payments = after.use(await Payments.start());
  world = await startWorld({ parts: [], coreEnvironment: payments.variables });
  after.defer(() => world.stop());
  await payments.sendWebhooksTo(world.url);
  person = await world.signIn();
  killed = new KilledCore(world, payments);
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  await payments.control.do('noFaults', {});
  await payments.control.do('webhooks', { events: 'held' });
});
afterEach(async () => {
  const database = await createDataSource({ url: world.database.url, poolSize: 1 }).initialize();
  try {
    expect(await new LedgerVerifier(database).breaches()).toEqual([]);
  } finally {
    await database.destroy();
  }
});

/** A payment of £5, credited. @returns its intent */
async function aPayment(): Promise<string> {
  const request = { amount: 5, currency: 'GBP', payment_intent_id: '' };
  const { clientSecret } = (await person.post('/stripe-payment-intent', request)) as { clientSecret: string };
  const intent = clientSecret.split('_secret_')[0]!;
  await payments.control.do('confirm', { intent });
  const answer = await person.post('/stripe-validate-payment', { payment_intent_id: intent });
  expect(answer).toMatchObject({ found: true });
  shown = (await wallet()).refundable;
  return intent;
}

async function wallet() {
  const { wallets } = (await person.get('/my-wallets')) as MyWalletsAnswer;
  const { available, refundable } = wallets[0]!;
  return { available: available.minor, refundable: refundable.minor };
}

/** The refundable amount that the page showed first, in minor units. */
let shown: number;

/** The user requests a refund of £2. */
const refundTwoPounds = () =>
  person.post('/refund-to-card', { currency: 'GBP', amount: 2, refundable: shown / 100 });

interface Row {
  id: string;
  state: string;
  provider: string | null;
}

/** The refunds of a payment in our database. */
const refundsOf = (intent: string): Promise<Row[]> =>
  world.query<Row>(
    `SELECT r.id, r.state, r.provider_id AS provider FROM payment_refunds r
      JOIN payments p ON p.id = r.payment_id
     WHERE p.intent_id = '${intent}'`,
  );
const states = async (intent: string) => (await refundsOf(intent)).map(({ state }) => state);

/** Refunds of the payment by the provider that have not failed, in minor units. */
async function sentRefunds(intent: string): Promise<number[]> {
  const { data } = await payments.stripe.refunds.list({ payment_intent: intent });
  return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
}

/** The number of queued mails, receipts and refunds, which wait because this core has no mail server. */
async function mails(): Promise<number> {
  const [row] = await world.query<{ count: number }>('SELECT count(*)::int AS count FROM outgoing_mails');
  return row!.count;
}

/** Recent events of the provider about an object, which the stand-in did not send. */
async function eventsOf(id: string): Promise<string[]> {
  const { data } = await payments.stripe.events.list({ limit: 100 });
  return data.filter((event) => JSON.stringify(event.data.object).includes(id)).map((event) => event.id);
}
const sendEvent = async (event: string) => (await payments.control.do('send', { event })).status;

/** Restarts core and moves the clock by a minute: then core asks the provider about unknown refunds. */
async function restartAndReconcile(isDone: () => Promise<boolean>): Promise<void> {
  await world.cores[0]!.restart();
  await world.query(`INSERT INTO clock_shift (shift) VALUES ('1 minute')`);
  try {
    await until(isDone);
  } finally {
    await world.query('DELETE FROM clock_shift');
  }
}

/** Refunds the rest of the payment, so that the next test begins with nothing refundable. */
async function refundTheRest(intent: string): Promise<void> {
  const { refundable } = await wallet();
  await person.post('/refund-to-card', { currency: 'GBP', refundable: refundable / 100 });
  await until(async () => !(await states(intent)).includes('asked'));
}

type Kill = (work: () => Promise<unknown>) => Promise<Outcome>;

describe('core is killed while a user requests a refund', () => {
  const beforeTheCommit: [string, Kill][] = (
    [
      ['transfers', 'ledger_post('],
      ['outbox', 'INSERT INTO outbox'],
      ['payment_refunds', 'INSERT INTO payment_refunds'],
    ] as const
  ).map(([table, sql]) => [`at its write to ${table}`, (work) => killed.at({ write: table }, sql, work)]);

  test.each(beforeTheCommit)('%s: no money has moved, and the next try refunds it once', async (_, kill) => {
    const intent = await aPayment();
    const before = await wallet();
    expect(await kill(refundTwoPounds)).toBe('cut off');
    await restartAndReconcile(() => Promise.resolve(true));
    expect([await wallet(), await refundsOf(intent), await sentRefunds(intent)]).toEqual([before, [], []]);
    await refundTwoPounds();
    await until(async () => (await states(intent)).includes('sent'));
    expect(await sentRefunds(intent)).toEqual([200]);
    await refundTheRest(intent);
  });

  const refundPath = '^/v1/refunds$';
  const afterTheCommit: [string, Outcome, Kill][] = [
    ['after the commit, before the answer', 'cut off', (work) => killed.at('committed', 'COMMIT', work)],
    [
      'before the provider has received it',
      'answered',
      (work) => killed.whileAsking(refundPath, 'before', work),
    ],
    [
      'after the provider has received it',
      'answered',
      (work) => killed.whileAsking(refundPath, 'after', work),
    ],
    [
      'while it stores the answer of the provider',
      'answered',
      (work) => killed.at({ write: 'outgoing_mails' }, 'INSERT INTO outgoing_mails', work),
    ],
  ];

  test.each(afterTheCommit)('%s: the money is sent once, and one mail is sent', async (_, seen, kill) => {
    const intent = await aPayment();
    const [before, mailsBefore] = [await wallet(), await mails()];
    expect(await kill(refundTwoPounds)).toBe(seen);
    await restartAndReconcile(async () => (await states(intent)).join() === 'sent');
    expect(await sentRefunds(intent)).toEqual([200]);
    expect(await wallet()).toEqual({
      available: before.available - 200,
      refundable: before.refundable - 200,
    });
    // The provider sends its events now, and the user asks again.
    for (const event of await eventsOf((await refundsOf(intent))[0]!.id))
      expect(await sendEvent(event)).toBe(200);
    await expect(refundTwoPounds()).rejects.toThrow('409');
    expect([await states(intent), await sentRefunds(intent), await mails()]).toEqual([
      ['sent'],
      [200],
      mailsBefore + 1,
    ]);
    await refundTheRest(intent);
  });
});

describe('core is killed while the provider reports a failed refund', () => {
  const moments: [string, Kill][] = (
    [
      ['payment_refunds', `SET state = 'failed'`],
      ['transfers', 'ledger_post('],
      ['outgoing_mails', 'INSERT INTO outgoing_mails'],
      ['payments', 'UPDATE payments p SET'],
      ['payment_events', 'INSERT INTO payment_events'],
    ] as const
  ).map(([table, sql]) => [`at its write to ${table}`, (work) => killed.at({ write: table }, sql, work)]);

  test.each(moments)('%s: the balance gets the money back once', async (_, kill) => {
    const intent = await aPayment();
    const before = await wallet();
    await refundTwoPounds();
    await until(async () => (await states(intent)).includes('sent'));
    const { provider } = (await refundsOf(intent))[0]!;
    const [known, mailsBefore] = [await eventsOf(provider!), await mails()];
    await payments.control.do('failRefund', { refund: provider! });
    const news = (await eventsOf(provider!)).filter((event) => !known.includes(event));
    expect(news.length).toBeGreaterThan(0);

    const sendFailure = () =>
      sendEvent(news[0]!).then((status) =>
        status === 200 ? undefined : Promise.reject(new Error(`${status}`)),
      );
    expect(await kill(sendFailure)).toBe('cut off');
    await restartAndReconcile(() => Promise.resolve(true));
    for (const event of [...news, ...news]) expect(await sendEvent(event)).toBe(200);
    expect([await states(intent), await sentRefunds(intent), await wallet()]).toEqual([
      ['failed'],
      [],
      before,
    ]);
    expect(await mails()).toBe(mailsBefore + 1);
    await refundTheRest(intent);
  });
});
