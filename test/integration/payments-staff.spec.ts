import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ReconciliationService } from '@sixpence/core/payments/reconciliation.service';
import { operate } from '@sixpence/operator/operate';
import { type Payer, payingForTests, type PayingWorld } from '../support/paying.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

/** The rounds of the running core look at a payment when half a minute is over; here they do it now. */
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
