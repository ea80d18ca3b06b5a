import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { canMove, paymentStates, type PaymentState } from '@sixpence/core/money/payments/payment-state';
import { connected } from '../../support/core/database.js';
import { aLedger, aUser, type LedgerWorld } from '../../support/builders/ledger.js';

let world: LedgerWorld;
let owner: string;
let other: string;
beforeAll(async () => {
  world = await aLedger(1);
  [owner, other] = [await aUser(world), await aUser(world)];
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const end = (state: PaymentState) =>
  state === 'succeeded' ? 'number = 5000, credited_at = app_now()' : 'number = NULL, credited_at = NULL';

/** Runs as the owner of the tables, which has all rights. The transaction is rolled back. */
const changing = (state: PaymentState, change: string) =>
  connected(world.made.ownerUrl, async (client) => {
    const id = randomUUID();
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state, number,
         credited_at, method, last_four)
       SELECT $1, $2, 'GBP', 500, '{500}', $3, $4, CASE WHEN s THEN 5000 END, CASE WHEN s THEN app_now() END,
         'visa', '4242'
       FROM (SELECT $4 = 'succeeded' AS s) is_over`,
      [id, owner, `pi_${id}`, state],
    );
    const { rowCount } = await client.query(change, change.includes('$1') ? [id] : []);
    return rowCount;
  });

describe('the database', () => {
  const pairs = paymentStates.flatMap((from) =>
    paymentStates.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  test.each(pairs)(
    'a payment goes from %s to %s only where the table of its states allows it',
    async (from, to) => {
      const moved = changing(from, `UPDATE payments SET state = '${to}', ${end(to)} WHERE id = $1`);
      if (canMove(from, to)) expect(await moved).toBe(1);
      else await expect(moved).rejects.toThrow(`cannot move from ${from} to ${to}`);
    },
  );

  test.each([
    'amount_minor = 600',
    'number = 5001',
    `credited_at = credited_at - interval '1 day'`,
    `intent_id = 'pi_other'`,
    `asked_minor = '{500,600}'`,
  ])('a credited payment cannot be changed: %s', async (change) => {
    const credited = changing('succeeded', `UPDATE payments SET ${change} WHERE id = $1`);
    await expect(credited).rejects.toThrow('The amounts, intent, number, and time of credited payment');
  });

  test.each([
    `currency = 'EUR'`,
    'id = gen_random_uuid()',
    'created_at = app_now()',
    'owner_id = (SELECT id FROM users WHERE id <> owner_id LIMIT 1)',
  ])('the basic columns of a payment cannot be changed: %s', async (change) => {
    expect(other).not.toBe(owner);
    const begun = changing('open', `UPDATE payments SET ${change} WHERE id = $1`);
    await expect(begun).rejects.toThrow('The id, owner, currency, and time of payment');
  });

  test.each(['DELETE FROM payments WHERE id = $1', 'TRUNCATE payments CASCADE'])(
    'payments cannot be deleted: %s',
    async (sql) => {
      await expect(changing('canceled', sql)).rejects.toThrow('Payments are never removed');
    },
  );

  test('the card and the refund count of a credited payment can be changed', async () => {
    const forgetting = 'method = NULL, last_four = NULL, refunded_minor = 100, updated_at = app_now()';
    expect(await changing('succeeded', `UPDATE payments SET ${forgetting} WHERE id = $1`)).toBe(1);
  });
});
