import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { KilledCore } from '../support/faults/killed-core.js';
import type { Stop } from '../support/faults/killed-database.js';
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

const core = () => world.cores[0]!;
const restarted = () => core().restart();

async function beginPayment(amount: number, again = ''): Promise<string> {
  const body = { amount, currency: 'GBP', payment_intent_id: again };
  const { clientSecret } = (await person.post('/stripe-payment-intent', body)) as { clientSecret: string };
  return clientSecret.split('_secret_')[0]!;
}

async function isFound(intent: string): Promise<boolean> {
  const answer = await person.post('/stripe-validate-payment', { payment_intent_id: intent });
  return (answer as { found: boolean }).found;
}

/** The top-ups of the ledger, in minor units. */
async function credits(): Promise<number[]> {
  const rows = await world.query<{ minor: number }>(
    `SELECT amount_minor::int AS minor FROM transfers WHERE kind = 'top-up' ORDER BY id`,
  );
  return rows.map(({ minor }) => minor);
}

/** The number of queued receipts, which wait because this core has no mail server. */
async function receipts(): Promise<number> {
  const [row] = await world.query<{ count: number }>('SELECT count(*)::int AS count FROM outgoing_mails');
  return row?.count ?? 0;
}

/** The sum of all payments that the provider received. */
async function received(): Promise<number> {
  const { data } = await payments.stripe.paymentIntents.list({ limit: 100 });
  return data.reduce((sum, { amount_received }) => sum + amount_received, 0);
}

const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

async function killDuringProviderCall(path: string, when: 'before' | 'after', work: () => Promise<unknown>) {
  expect(await killed.whileAsking(path, when, work)).toBe('cut off');
}

async function killAtStatement(stop: Stop, sql: string, work: () => Promise<unknown>): Promise<void> {
  expect(await killed.at(stop, sql, work)).toBe('cut off');
}

type Kill = (work: () => Promise<unknown>) => Promise<void>;
const create = '^/v1/payment_intents$';

describe('core is killed while a user begins a payment', () => {
  const moments: [string, Kill][] = [
    ['before our row is written', (work) => killAtStatement({ write: 'payments' }, 'SET amount_minor', work)],
    ['after our row is committed', (work) => killAtStatement('committed', 'COMMIT', work)],
    ['before the provider has received it', (work) => killDuringProviderCall(create, 'before', work)],
    ['after the provider has received it', (work) => killDuringProviderCall(create, 'after', work)],
  ];

  test.each(moments)('%s: the next try is paid, and credited once', async (_, kill) => {
    const before = await credits();
    await kill(() => beginPayment(5));
    await restarted();
    const intent = await beginPayment(7);
    await payments.control.do('confirm', { intent });
    expect(await isFound(intent)).toBe(true);
    expect(await credits()).toEqual([...before, 700]);
    expect(sum(await credits())).toBe(await received());
  });

  const changes: [string, Kill][] = [
    ['before our row is written', (work) => killAtStatement({ write: 'payments' }, 'SET amount_minor', work)],
    ['after our row is committed', (work) => killAtStatement('committed', 'COMMIT', work)],
    [
      'before the provider has received it',
      (work) => killDuringProviderCall('^/v1/payment_intents/pi_', 'before', work),
    ],
    [
      'after the provider has received it',
      (work) => killDuringProviderCall('^/v1/payment_intents/pi_', 'after', work),
    ],
  ];

  test.each(changes)(
    'and changes its amount, %s: the amount that the provider received is credited',
    async (_, kill) => {
      const before = await credits();
      const intent = await beginPayment(5);
      await kill(() => beginPayment(10, intent));
      // The page still has its secret, and the user pays before core runs again.
      await payments.control.do('confirm', { intent });
      await restarted();
      expect(await isFound(intent)).toBe(true);
      expect((await credits()).length).toBe(before.length + 1);
      expect(sum(await credits())).toBe(await received());
    },
  );
});

describe('core is killed while a payment is credited', () => {
  beforeAll(async () => {
    // Another user, because the payments of both `describe` blocks together exceed one user's daily limit.
    const other = { email: 'other@example.com', password: 'Sixpence1' };
    await world.askOperator('user', 'add', other.email, '--password', other.password);
    person = await world.signIn(other);
  });

  const read: [string, Kill][] = [
    [
      'while it reads from the provider',
      (work) => killDuringProviderCall('^/v1/payment_intents/pi_', 'after', work),
    ],
  ];
  const writes: [string, Kill][] = (
    [
      ['transfers', 'ledger_post('],
      ['ledger_accounts', 'ledger_post('],
      ['outbox', 'INSERT INTO outbox'],
      ['payments', 'UPDATE payments SET state'],
      ['outgoing_mails', 'INSERT INTO outgoing_mails'],
    ] as const
  ).map(([table, sql]) => [
    `at its write to ${table}`,
    (work) => killAtStatement({ write: table }, sql, work),
  ]);
  const committed: [string, Kill][] = [
    ['after the commit, before the answer', (work) => killAtStatement('committed', 'COMMIT', work)],
  ];
  const whileStoringEvent: [string, Kill][] = [
    [
      'before the event is stored',
      (work) => killAtStatement({ write: 'payment_events' }, 'INSERT INTO payment_events', work),
    ],
  ];

  async function aPaidPayment(): Promise<{ intent: string; event: string }> {
    const intent = await beginPayment(5);
    await payments.control.do('confirm', { intent });
    const { data } = await payments.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
    return { intent, event: data[0]!.id };
  }
  const sendEvent = async (event: string) => (await payments.control.do('send', { event })).status;

  /**
   * Core restarts and finds the payment itself. Then the page asks and the provider sends its event: both
   * change nothing.
   */
  async function expectOneCredit(before: number[], { intent, event }: { intent: string; event: string }) {
    await restarted();
    await world.query(`INSERT INTO clock_shift (shift) VALUES ('1 minute')`);
    try {
      await until(async () => (await credits()).length > before.length);
    } finally {
      await world.query('DELETE FROM clock_shift');
    }
    expect(await isFound(intent)).toBe(true);
    expect(await sendEvent(event)).toBe(200);
    expect(await credits()).toEqual([...before, 500]);
    expect(await receipts()).toBe(before.length + 1);
    expect(sum(await credits())).toBe(await received());
  }

  test.each([...read, ...writes, ...committed])(
    'during a call of the page, %s: the payment is credited once',
    async (_, kill) => {
      const before = await credits();
      const payment = await aPaidPayment();
      await kill(() => isFound(payment.intent));
      await expectOneCredit(before, payment);
    },
  );

  test.each([...read, ...writes, ...committed, ...whileStoringEvent])(
    'during an event of the provider, %s: the payment is credited once',
    async (_, kill) => {
      const before = await credits();
      const payment = await aPaidPayment();
      await kill(() => sendEvent(payment.event));
      await expectOneCredit(before, payment);
    },
  );
});
