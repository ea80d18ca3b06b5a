import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import { ProviderLists } from '@sixpence/core/money/refunds/provider-lists.service';
import { operate } from '@sixpence/operator/commands/operate';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Payer, payingForTests, type PayingWorld } from '../../support/builders/paying.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { linesAbout } from '../../support/lines-about.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

/** Reads all unfinished payments now; core's own round reads a payment only after half a minute. */
const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });

test('receipts are numbered without gaps, in the order in which payments are credited', async () => {
  const payers = await Promise.all(Array.from({ length: 6 }, () => world.aPayer()));
  await Promise.all(payers.map((payer) => world.topUp(payer, 3)));
  const rows: { number: string }[] = await world.core.database.query(
    'SELECT number FROM payments WHERE number IS NOT NULL ORDER BY number',
  );
  const numbers = rows.map(({ number }) => Number(number));
  expect(numbers).toEqual(numbers.map((_, index) => 1001 + index));
});

describe('payment commands of staff', () => {
  /** Runs an operator's command on the same database and provider. */
  async function runCommand(...args: string[]): Promise<string> {
    const { DATABASE_URL, STORAGE_DIR, KEY_STORE_DIR, PUBLIC_URL, SERVICE_TOKEN } = world.core.config;
    const output = { out: '', err: '' };
    const key = randomBytes(32).toString('base64');
    const environment = {
      ...world.payments.variables,
      DATABASE_URL,
      STORAGE_DIR,
      KEY_STORE_DIR,
      PUBLIC_URL,
      SERVICE_TOKEN,
      MASTER_KEY: key,
      SECRET_KEY: key,
      NATS_URL: 'nats://127.0.0.1:1',
    };
    const status = await operate(args, environment, {
      out: (text) => (output.out += text),
      err: (text) => (output.err += text),
    });
    if (status !== 0) throw new Error(`${status}: ${output.err}`);
    return output.out;
  }
  const runJson = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await runCommand(...args, '--json'));

  test('they list payments, and reconcile all unfinished payments', async () => {
    const email = `${randomUUID()}@example.com`;
    const payer = await world.core.signedIn(email);
    await reconciled();
    const intent = await world.begun(payer, 15, { currency: 'EUR' });
    await world.pay(intent);
    expect(await runJson('payments', 'list', '--person', email)).toMatchObject([
      { owner: email, state: 'open', amountMinor: 1500, currency: 'EUR', number: null, intentId: intent },
    ]);
    expect(await runJson('payments', 'reconcile')).toMatchObject({ credited: 1, failed: 0 });
    expect(await world.credits(payer)).toEqual([1500]);
    expect(await runJson('payments', 'list', '--person', email, '--state', 'succeeded')).toMatchObject([
      { state: 'succeeded', number: expect.any(Number), method: 'visa', lastFour: '4242' },
    ]);
    expect(await runJson('payments', 'list', '--person', email, '--state', 'open')).toEqual([]);
    await world.begun(payer, 3);
    expect(await runJson('payments', 'list', '--person', email)).toMatchObject([
      { state: 'open', amountMinor: 300 },
      { state: 'succeeded', amountMinor: 1500 },
    ]);
    await world.core.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state, created_at)
       SELECT gen_random_uuid(), $1, 'GBP', n, ARRAY[n], gen_random_uuid()::text, 'canceled',
         app_now() - n * interval '1 hour'
       FROM generate_series(1, 200) n`,
      [payer.userId],
    );
    const most = (await runJson('payments', 'list', '--person', email)) as { amountMinor: number }[];
    expect(most.map(({ amountMinor }) => amountMinor)).toEqual([
      ...[300, 1500],
      ...Array.from({ length: 198 }, (_, index) => index + 1),
    ]);
    await expect(runJson('payments', 'list', '--state', 'paid')).rejects.toThrow(
      '2: The state must be one of asked',
    );
  });

  describe('after a database was restored', () => {
    /** A paid payment of this core that is not in the database. */
    const forgotten = async (ownerId: string): Promise<string> => {
      const { id } = await world.payments.stripe.paymentIntents.create({
        amount: 700,
        currency: 'gbp',
        metadata: { payment_id: randomUUID(), owner_id: ownerId },
      });
      await world.pay(id);
      return id;
    };
    const figure = async () => {
      const figures = await world.core.app.get<Registry>(METRICS).metrics();
      return Number(/^sixpence_payments_missing (\d+)$/m.exec(figures)?.[1]);
    };

    test('they find a missing payment, and credit it once to the person who began it', async () => {
      const intent = await forgotten(anna.userId);
      await world.payments.control.do('refund', { intent, amount: 200 });
      await expect(runCommand('payments', 'reconcile')).rejects.toThrow('1: ');
      const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
      await world.core.app.get(ProviderLists).reconcileLists();
      expect(linesAbout(errors, intent)).toEqual([
        [{ intentId: intent }, expect.stringContaining('see `operator payments credit`')],
      ]);
      errors.mockRestore();
      expect(await figure()).toBe(1);
      expect(await world.credits(anna)).toEqual([]);
      const command = ['payments', 'credit', intent, '--reason', 'restored to yesterday'] as const;
      expect(await runCommand(...command)).toContain('Credited £7.00');
      expect(await runCommand(...command)).toBe('It is in the books already.\n');
      expect([await world.credits(anna), await world.balance(anna)]).toEqual([[700], 5]);
      await world.core.app.get(ProviderLists).reconcileLists();
      expect(await figure()).toBe(0);
      const audit: unknown[] = await world.core.database.query(
        `SELECT act, reason FROM audit WHERE subject = $1`,
        [anna.userId],
      );
      expect(audit).toEqual([{ act: 'payments credit', reason: 'restored to yesterday' }]);
    });

    test('two commands at the same moment credit a missing payment once, and record it once', async () => {
      const intent = await forgotten(anna.userId);
      const command = ['payments', 'credit', intent, '--reason', 'two of staff'] as const;
      // Both commands find no payment, and wait for this one, which is never stored.
      const rival = world.core.database.createQueryRunner();
      await rival.startTransaction();
      await rival.query(
        `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
         VALUES (gen_random_uuid(), $1, 'GBP', 700, '{700}', $2, 'processing')`,
        [anna.userId, intent],
      );
      const both = Promise.all([runCommand(...command), runCommand(...command)]);
      await lockWaits(world.core.database, 2, 'INSERT INTO payments');
      await rival.rollbackTransaction();
      await rival.release();
      const answers = await both;
      expect(answers.filter((answer) => answer.includes('Credited £7.00'))).toHaveLength(1);
      expect(answers).toContain('It is in the books already.\n');
      expect(await world.credits(anna)).toEqual([700]);
      const audit: unknown[] = await world.core.database.query(`SELECT act FROM audit WHERE subject = $1`, [
        anna.userId,
      ]);
      expect(audit).toEqual([{ act: 'payments credit' }]);
    });

    test('they require the person if the person who began the payment is not in the database', async () => {
      const email = `${randomUUID()}@example.com`;
      const payer = await world.core.signedIn(email);
      const intent = await forgotten(randomUUID());
      const command = ['payments', 'credit', intent, '--reason', 'restored'] as const;
      await expect(runCommand(...command)).rejects.toThrow('say with --person whose payment it is');
      await runCommand(...command, '--person', email);
      expect(await world.credits(payer)).toEqual([700]);
    });

    test('they credit a payment with unknown ids in its metadata', async () => {
      const email = `${randomUUID()}@example.com`;
      const payer = await world.core.signedIn(email);
      const metadata = { payment_id: 'no id', owner_id: 'nobody' };
      const wanted = { amount: 700, currency: 'gbp', metadata };
      const { id } = await world.payments.stripe.paymentIntents.create(wanted);
      await world.pay(id);
      const words = ['payments', 'credit', id, '--reason', 'restored'] as const;
      await expect(runCommand(...words)).rejects.toThrow('say with --person whose payment it is');
      await runCommand(...words, '--person', email);
      expect(await world.credits(payer)).toEqual([700]);
    });

    test('they refuse to credit a payment that is unpaid, or that core did not begin', async () => {
      const { stripe } = world.payments;
      const unpaid = await stripe.paymentIntents.create({
        amount: 700,
        currency: 'gbp',
        metadata: { payment_id: randomUUID() },
      });
      const foreign = await stripe.paymentIntents.create({ amount: 700, currency: 'gbp' });
      await world.pay(foreign.id);
      const { missing } = await world.core.app.get(ProviderLists).reconcileLists();
      expect(missing).toEqual([]);
      for (const { id } of [unpaid, foreign])
        await expect(runCommand('payments', 'credit', id, '--reason', 'a slip')).rejects.toThrow(
          'no payment of ours',
        );
    });

    test.each(['open', 'given-up', 'processing'])(
      'a payment in the state %s, whose webhook was lost, is credited without a command',
      async (state) => {
        const intent = await world.begun(anna);
        await world.pay(intent);
        await world.core.database.query(
          'UPDATE payments SET next_look_at = NULL, state = $2 WHERE intent_id = $1',
          [intent, state],
        );
        await world.core.app.get(ProviderLists).reconcileLists();
        expect(await world.credits(anna)).toEqual([500]);
      },
    );
  });

  test('reconcile prints how many payments it read', async () => {
    await world.core.database.query('UPDATE payments SET next_look_at = NULL');
    expect(await runCommand('payments', 'reconcile')).toContain('Looked at 0 payments: 0 credited.');
    await world.pay(await world.begun(anna));
    expect(await runCommand('payments', 'reconcile')).toContain('Looked at 1 payment: 1 credited.');
  });

  test('reconcile fails when a payment could not be read, even if no payment is missing', async () => {
    const read = jest.spyOn(ReconciliationService.prototype, 'round');
    read.mockResolvedValueOnce({ looked: 2, credited: 1, failed: 1 });
    await expect(runCommand('payments', 'reconcile')).rejects.toThrow('1: ');
    expect(await runCommand('payments', 'reconcile')).toContain('Looked at 0 payments');
  });

  // The last test, because the provider's list contains the second intent as missing from then on.
  test('credit finds that a payment was credited under another intent', async () => {
    const intent = await world.topUp(anna, 5);
    const metadata = { payment_id: String((await world.row(intent))!['id']) };
    const wanted = { amount: 500, currency: 'gbp', metadata };
    const { id } = await world.payments.stripe.paymentIntents.create(wanted);
    await world.pay(id);
    expect(await runCommand('payments', 'credit', id, '--reason', 'restored')).toBe(
      'It is in the books already.\n',
    );
    expect(await world.credits(anna)).toEqual([500]);
  });
});
