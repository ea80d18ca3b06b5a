import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { asOwner } from '../support/database.js';
import { aLedger, aUser, shiftClock, type LedgerWorld } from '../support/ledger.js';

const pence = (minor: number) => money(minor, 'GBP');

describe('the ledger', () => {
  const after = new AsyncDisposableStack();
  let world: LedgerWorld;

  beforeAll(async () => {
    world = after.use(await aLedger());
  });

  afterEach(async () => {
    expect(await world.audit.breaches()).toEqual([]);
  });

  afterAll(() => after.disposeAsync());

  const hold = (owner: string, jobId: string, minor: number) =>
    world.transactions.run((tx) => world.credits.hold(tx, { jobId, owner, price: pence(minor) }));
  const settle = (jobId: string, minor: number) =>
    world.transactions.run((tx) => world.credits.settleHold(tx, { jobId, capture: pence(minor) }));
  const revenue = async () => {
    const [row]: { total: string }[] = await world.database.query(
      `SELECT coalesce(sum(p.amount_minor), 0) AS total FROM postings p
       JOIN ledger_accounts a ON a.id = p.account_id WHERE a.kind = 'revenue' AND a.currency = 'GBP'`,
    );
    return Number(row!.total);
  };

  test('a hold makes money unavailable, a capture takes its part, the rest comes back', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const before = await revenue();
    const jobId = randomUUID();
    await hold(owner, jobId, 60);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(40));
    expect(await settle(jobId, 45)).toEqual({ captured: pence(45), returned: pence(15) });
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(55));
    expect((await revenue()) - before).toBe(45);
  });

  test.each([0, -5])('a grant of %d is none, and nothing is written', async (minor) => {
    const owner = await aUser(world);
    const grant = { owner, amount: pence(minor), key: `test:${randomUUID()}`, reason: 'a slip' };
    await expect(world.credits.grant(grant)).rejects.toThrow(RangeError);
    expect(await world.credits.wallets(owner)).toEqual([]);
  });

  test('settling twice is settling once, whatever the second call says', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await hold(owner, jobId, 30);
    const answers = await Promise.all([settle(jobId, 30), settle(jobId, 0), settle(jobId, 30)]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await settle(jobId, 15)).toEqual(answers[0]);
  });

  test.each([0, 12, 30])(
    'settled again, a hold of 30 of which %d were captured is the same',
    async (captured) => {
      const owner = await aUser(world, { balance: '1.00' });
      const jobId = randomUUID();
      await hold(owner, jobId, 30);
      const divided = { captured: pence(captured), returned: pence(30 - captured) };
      expect(await settle(jobId, captured)).toEqual(divided);
      expect(await settle(jobId, 20)).toEqual(divided);
    },
  );

  test('holding twice for one job is holding once', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await Promise.all([hold(owner, jobId, 60), hold(owner, jobId, 60)]);
    await hold(owner, jobId, 60);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(40));
    await settle(jobId, 0);
  });

  test('a hold beyond the balance is refused and leaves nothing behind', async () => {
    const owner = await aUser(world, { balance: '0.10' });
    await expect(hold(owner, randomUUID(), 11)).rejects.toMatchObject({ code: 'credits.insufficient' });
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(10));
  });

  test('more than was held is never captured', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await hold(owner, jobId, 10);
    await expect(settle(jobId, 11)).rejects.toThrow(RangeError);
    await settle(jobId, 10);
  });

  test('a free job is held and settled like any other', async () => {
    const owner = await aUser(world);
    const jobId = randomUUID();
    await hold(owner, jobId, 0);
    expect(await settle(jobId, 0)).toEqual({ captured: pence(0), returned: pence(0) });
  });

  test('a grant with the same key is credited once', async () => {
    const owner = await aUser(world);
    const grant = { owner, amount: pence(500), key: `grant:${randomUUID()}`, reason: 'welcome' };
    const answers = await Promise.all([world.credits.grant(grant), world.credits.grant(grant)]);
    expect(answers.toSorted((one, other) => Number(one) - Number(other))).toEqual([false, true]);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(500));
  });

  test('wallets of two currencies never mix', async () => {
    const owner = await aUser(world, { balance: '5.00', currency: 'EUR' });
    await expect(hold(owner, randomUUID(), 1)).rejects.toMatchObject({ code: 'credits.insufficient' });
    expect(await world.credits.wallets(owner)).toEqual([money(500, 'EUR')]);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(0));
  });

  test('32 clients spending one wallet never make it negative and spend it to the penny', async () => {
    const owner = await aUser(world, { balance: '5.00' });
    const before = await revenue();
    const client = async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        const jobId = randomUUID();
        try {
          await hold(owner, jobId, 7);
        } catch (error) {
          expect(error).toMatchObject({ code: 'credits.insufficient' });
          continue;
        }
        await settle(jobId, 5);
      }
    };
    await Promise.all(Array.from({ length: 32 }, client));
    const left = await world.credits.available(owner, 'GBP');
    expect(left.minor).toBeGreaterThanOrEqual(0);
    expect(left.minor).toBeLessThan(7);
    expect((await revenue()) - before).toBe(500 - left.minor);
  });

  test('an open hold older than a day is a breach that the audit names', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await hold(owner, jobId, 10);
    await shiftClock(world.database, '24 hours 1 second');
    expect(await world.audit.breaches()).toMatchObject([{ invariant: expect.stringContaining('M8') }]);
    await settle(jobId, 0);
  });
});

describe('what the database itself refuses', () => {
  const after = new AsyncDisposableStack();
  let world: LedgerWorld;

  beforeAll(async () => {
    world = after.use(await aLedger(5));
    const owner = await aUser(world, { balance: '1.00' });
    await world.transactions.run(async (tx) => {
      await world.credits.hold(tx, { jobId: randomUUID(), owner, price: pence(10) });
    });
  });

  afterEach(async () => {
    expect(await world.audit.breaches()).toEqual([]);
  });

  afterAll(() => after.disposeAsync());

  test.each([
    'UPDATE transfers SET amount_minor = 1',
    'DELETE FROM transfers',
    'TRUNCATE transfers CASCADE',
    'UPDATE postings SET amount_minor = 1',
    'DELETE FROM postings',
    'TRUNCATE postings',
    'DELETE FROM ledger_accounts',
    'TRUNCATE ledger_accounts CASCADE',
    `UPDATE ledger_accounts SET currency = 'EUR' WHERE kind = 'wallet'`,
    `UPDATE ledger_accounts SET posted_minor = 1 WHERE kind = 'revenue'`,
  ])('history is not changed: %s', async (sql) => {
    await expect(asOwner(world.database, sql)).rejects.toThrow(/append-only/);
  });

  test('a wallet cannot go below zero', async () => {
    const spend = `UPDATE ledger_accounts SET held_minor = posted_minor + 1 WHERE kind = 'wallet'`;
    await expect(asOwner(world.database, spend)).rejects.toThrow(/never_negative/);
  });

  const insertTransfer = (kind: string, amount: number, holdKind: 'hold' | 'none' = 'none') =>
    `INSERT INTO transfers (key, kind, wallet_id, currency, amount_minor, hold_id)
     SELECT gen_random_uuid(), '${kind}', id, currency, ${amount},
            ${holdKind === 'hold' ? `(SELECT id FROM transfers WHERE kind = 'hold')` : 'NULL'}
     FROM ledger_accounts WHERE kind = 'wallet'`;

  test('a transfer without its postings is refused when it commits', async () => {
    await expect(asOwner(world.database, insertTransfer('admin-grant', 5))).rejects.toThrow(
      /posts 0 to its wallet/,
    );
  });

  test('a lone posting is refused when it commits', async () => {
    const post = `INSERT INTO postings SELECT t.id, a.id, 'GBP', 5 FROM transfers t, ledger_accounts a
      WHERE t.kind = 'hold' AND a.kind = 'revenue' AND a.currency = 'GBP'`;
    await expect(asOwner(world.database, post)).rejects.toThrow(/sums to 5, not to zero/);
  });

  test('a posting cannot cross currencies', async () => {
    const post = `INSERT INTO postings SELECT t.id, a.id, 'EUR', 5 FROM transfers t, ledger_accounts a
      WHERE t.kind = 'hold' AND a.kind = 'revenue' AND a.currency = 'EUR'`;
    await expect(asOwner(world.database, post)).rejects.toThrow(/foreign key/);
  });

  test('a hold is not settled by a part of it', async () => {
    await expect(asOwner(world.database, insertTransfer('void', 4, 'hold'))).rejects.toThrow(/exactly/);
  });
});
