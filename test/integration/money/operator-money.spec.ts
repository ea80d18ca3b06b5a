import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { operated } from '../../support/worlds/operated.js';
import { PayingWorld, type Payer } from '../../support/builders/paying.js';
import { eventually } from '../../support/eventually.js';

/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let world: PayingWorld;
let anna: Payer;
let email: string;
beforeAll(async () => {
  world = after.use(await PayingWorld.start({ laterMs: 3_600_000 }));
  await runCommand('organisation', 'add', 'Tests');
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  anna = await world.core.signedIn(email);
});
afterEach(async () => {
  expect(await world.core.app.get(LedgerVerifier).breaches()).toEqual([]);
});

const runCommand = (...words: string[]) => operated(world.core, ...words);
const because = ['--reason', 'ticket 7'];

/** The audit lines about Anna. */
const audit = (): Promise<Record<string, unknown>[]> =>
  world.core.database.query('SELECT act, actor, reason FROM audit WHERE subject = $1 ORDER BY id', [
    anna.userId,
  ]);
const line = (act: string) => ({ act, actor: expect.stringMatching(/^operator ./), reason: 'ticket 7' });

describe('credit refund', () => {
  const refund = (...more: string[]) =>
    runCommand('credit', 'refund', email, 'GBP', '--to-card', ...because, ...more);

  test('it refunds an amount, and then the rest, each with its line in the audit', async () => {
    const intent = await world.topUp(anna, 5);
    expect(await refund('--amount', '2')).toEqual({
      status: 0,
      stdout:
        "£2.00 goes back to the person's cards as soon as core has asked the payment provider. The person gets a mail then.\n" +
        'The balance is now £3.00.\n',
      stderr: '',
    });
    expect(await audit()).toEqual([line('credit refund')]);
    const output = await refund('--json');
    expect([output.status, JSON.parse(output.stdout)]).toEqual([
      0,
      { refunded: { minor: 300, currency: 'GBP' }, available: { minor: 0, currency: 'GBP' } },
    ]);
    expect(await audit()).toEqual([line('credit refund'), line('credit refund')]);
    const sent = async () =>
      (await world.payments.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
    await eventually(async () => (await sent()).length === 2, { what: 'both are at the provider' });
    expect((await sent()).toSorted((a, b) => a - b)).toEqual([200, 300]);
  });

  test('an amount that is too high is refused, and the message names the refundable amount', async () => {
    await world.topUp(anna, 5);
    expect(await refund('--amount', '5.01')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'No more than £5.00 can go back to their cards: only the part of the balance that was topped up in the last 180 days.\n',
    });
    expect([await world.balance(anna), await audit()]).toEqual([5, []]);
  });

  test.each([
    ['without --to-card', ['credit', 'refund', 'EMAIL', 'GBP', '--reason', 'x'], '--to-card'],
    ['without a reason', ['credit', 'refund', 'EMAIL', 'GBP', '--to-card'], '--reason is missing'],
    [
      'with the amount 0',
      ['credit', 'refund', 'EMAIL', 'GBP', '--to-card', ...because, '--amount', '0'],
      'more than nothing',
    ],
    ['with an unknown currency', ['credit', 'refund', 'EMAIL', 'USD', '--to-card', ...because], 'GBP, EUR'],
  ])('the command %s is refused, and no money moves', async (_, words, said) => {
    await world.topUp(anna, 3);
    const answer = await runCommand(...words.map((word) => (word === 'EMAIL' ? email : word)));
    expect(answer).toMatchObject({ status: 2, stderr: expect.stringContaining(said) });
    expect([await world.balance(anna), await audit()]).toEqual([3, []]);
  });

  test('an unknown address is refused', async () => {
    const words = ['credit', 'refund', 'nobody@example.com', 'GBP', '--to-card', ...because];
    expect(await runCommand(...words)).toMatchObject({ status: 1, stderr: expect.stringMatching(/./) });
  });
});

describe('payments open', () => {
  test('it reopens top-ups after a dispute, with a line in the audit', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const report = {
      id: `du_${randomUUID()}`,
      paymentId,
      what: 'dispute',
      minor: 500,
      state: 'open',
    } as const;
    await world.core.app.get(DisputesService).bookDispute(report);
    expect((await world.intent(anna, 3)).status).toBe(403);
    expect(await runCommand('payments', 'open', email)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--reason is missing'),
    });
    expect((await world.intent(anna, 3)).status).toBe(403);
    expect(await runCommand('payments', 'open', email, ...because)).toMatchObject({
      status: 0,
      stdout: 'Top-ups are open again.\n',
    });
    expect(await audit()).toEqual([line('payments open')]);
    expect((await world.intent(anna, 3)).status).toBe(200);
    const again = await runCommand('payments', 'open', email, ...because, '--json');
    expect(JSON.parse(again.stdout)).toEqual({ userId: anna.userId, opened: false });
    expect(await audit()).toHaveLength(1);
  });
});

describe('organisation update --refunds', () => {
  const refundable = async () => (await world.wallets(anna)).wallets[0]?.refundable.minor;

  test('it sets whether people or only staff may refund money to cards', async () => {
    await world.topUp(anna, 5);
    expect(await runCommand('organisation', 'update', 'Tests', '--refunds', 'self')).toMatchObject({
      status: 0,
      stdout: 'People may refund to their cards themselves.\n',
    });
    expect(await refundable()).toBe(500);
    const lines: unknown[] = await world.core.database.query(
      `SELECT a.actor, a.reason FROM audit a JOIN organisations o ON o.id::text = a.subject
       WHERE o.name = 'Tests' AND a.act = 'organisation update'`,
    );
    expect(lines).toEqual([
      { actor: expect.stringMatching(/^operator ./), reason: 'refunds by self, previously by staff' },
    ]);
    const output = await runCommand(
      'organisation',
      'update',
      'Tests',
      '--refunds',
      'staff',
      '--vat-rate',
      '5.5',
      '--json',
    );
    expect(JSON.parse(output.stdout)).toMatchObject({
      organisation: 'Tests',
      refunds: 'staff',
      basisPoints: 550,
    });
    expect(await refundable()).toBe(0);
    const body = { currency: 'GBP', refundable: 5 };
    expect((await world.core.call('POST', '/refund-to-card', { body, cookie: anna.cookie })).status).toBe(
      403,
    );
  });

  test('a wrong value changes nothing', async () => {
    await world.topUp(anna, 5);
    for (const wrong of [
      ['--refunds', 'anybody'],
      ['--refunds', 'self', '--vat-rate', '120'],
    ])
      expect((await runCommand('organisation', 'update', 'Tests', ...wrong)).status).toBe(2);
    expect(await runCommand('organisation', 'update', 'Atlantis', '--refunds', 'self')).toMatchObject({
      status: 1,
    });
    expect(await refundable()).toBe(0);
  });
});

describe('payments reconcile', () => {
  test('it books a refund whose webhook was lost, and books it only once', async () => {
    await world.payments.control.do('webhooks', { events: 'held', copies: 1, delayMs: 0 });
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('refund', { intent, amount: 300 });
    const answer = (counts: { news: number; failed: number }) => ({
      status: 0,
      told: { looked: expect.any(Number), credited: 0, failed: 0, left: { ...counts, missing: [] } },
    });
    const reconciled = async () => {
      const { status, stdout } = await runCommand('payments', 'reconcile', '--json');
      return { status, told: JSON.parse(stdout) as unknown };
    };
    expect(await reconciled()).toEqual(answer({ news: 1, failed: 0 }));
    expect(await reconciled()).toEqual(answer({ news: 0, failed: 0 }));
    expect(await world.balance(anna)).toBe(2);
    expect((await runCommand('payments', 'reconcile')).stdout).toMatch(
      /^Looked at \d+ payments?: 0 credited\.\nLooked for payments, refunds, disputes, and late failures: 0 booked\.\n$/,
    );
  });
});

describe('lists of payments', () => {
  test('they have a header, and ids for other commands; an empty list is one line', async () => {
    expect((await runCommand('payments', 'list', '--person', email)).stdout).toBe('No payments.\n');
    expect((await runCommand('payments', 'list', '--person', email, '--json')).stdout).toBe('[]\n');
    expect((await runCommand('payments', 'left')).stdout).toBe('No payments.\n');
    expect((await runCommand('job', 'list')).stdout).toBe('No jobs.\n');
    expect((await runCommand('agent', 'list')).stdout).toBe('No agents.\n');
    expect((await runCommand('statement', email)).stdout).toBe(
      'No transactions in this period.\n£0.00 before, £0.00 after\n',
    );
    const intent = await world.topUp(anna, 5);
    const id = String((await world.row(intent))!['id']);
    const [head, listed, ...rest] = (await runCommand('payments', 'list', '--person', email)).stdout.split(
      '\n',
    );
    expect(head).toBe('Payment\tPerson\tState\tAmount\tRefunded\tReceipt\tCard\tBegun');
    expect(listed!.split('\t')).toEqual([
      id,
      email,
      'succeeded',
      '£5.00',
      '',
      expect.stringMatching(/^\d+$/),
      'visa 4242',
      expect.any(String),
    ]);
    expect(rest).toEqual(['']);
    const [columns, first] = (await runCommand('statement', email)).stdout.split('\n');
    expect(columns).toBe('Date\tAmount\tPages\tDescription\tJob or payment');
    expect(first!.split('\t').slice(1)).toEqual(['£5.00', '', 'Top Up', id]);
  });

  test('they name the payment of an erased user when its money comes back', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const report = { id: `du_${randomUUID()}`, paymentId, what: 'dispute', minor: 500 } as const;
    await world.core.app.get(DisputesService).bookDispute({ ...report, state: 'open' });
    const act = { userId: anna.userId, actor: 'a test', reason: 'a test', giveUpMoney: false };
    await world.core.app.get(LeavingService).eraseAccount(act);
    await world.core.app.get(DisputesService).bookDispute({ ...report, state: 'won' });
    const { stdout } = await runCommand('payments', 'left');
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toBe('Payment\tPerson\tIn the balance\tNot refunded\tReceipt\tIntent');
    const row = [paymentId, anna.userId, '£5.00', '£5.00', expect.stringMatching(/^\d+$/), intent];
    expect(rows.map((each) => each.split('\t'))).toContainEqual(row);
  });
});
