import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Currency } from '@sixpence/contracts/currencies';
import { atOneMoment } from '@sixpence/core/money/ledger/rules.query';
import { one } from '@sixpence/core/platform/database/sql';
import { money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { asOwner } from '../../support/core/database.js';
import * as ledger from '../../support/builders/ledger.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { aLedger, aUser, shiftClock, type LedgerWorld } from '../../support/builders/ledger.js';

const pence = (minor: number) => money(minor, 'GBP');

/** The currency of each published change of this person's balances. */
async function publishedBalances({ database }: LedgerWorld, owner: string): Promise<unknown[]> {
  const rows: { currency: unknown }[] = await database.query(
    `SELECT body->>'currency' AS currency FROM outbox
     WHERE subject = 'print.balance.changed' AND body->>'ownerId' = $1`,
    [owner],
  );
  return rows.map(({ currency }) => currency);
}

describe('the ledger', () => {
  const after = new AsyncDisposableStack();
  let world: LedgerWorld;

  beforeAll(async () => {
    world = after.use(await aLedger());
  });

  afterEach(async () => {
    expect(await world.verifier.breaches()).toEqual([]);
  });

  afterAll(() => after.disposeAsync());

  const hold = (owner: string, jobId: string, minor: number) =>
    ledger.hold(world, { jobId, owner, price: pence(minor) });
  const settle = (jobId: string, minor: number) => ledger.settleHold(world, { jobId, capture: pence(minor) });
  const revenue = () => ledger.revenue(world);

  test('a hold makes money unavailable, a settlement captures a part of it and returns the rest', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const before = await revenue();
    const jobId = randomUUID();
    await hold(owner, jobId, 60);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(40));
    expect(await settle(jobId, 45)).toEqual({ captured: pence(45), returned: pence(15) });
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(55));
    expect((await revenue()) - before).toBe(45);
  });

  test.each([0, -5])('a grant of %d is refused, and no row is written', async (minor) => {
    const owner = await aUser(world);
    const grant = { owner, amount: pence(minor), key: `test:${randomUUID()}`, reason: 'a slip' };
    await expect(world.credits.grant(grant)).rejects.toThrow(RangeError);
    expect(await world.credits.wallets(owner)).toEqual([]);
  });

  test('a second settlement changes nothing, also with another amount', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await hold(owner, jobId, 30);
    const answers = await Promise.all([settle(jobId, 30), settle(jobId, 0), settle(jobId, 30)]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await settle(jobId, 15)).toEqual(answers[0]);
  });

  test.each([0, 12, 30])(
    'a second settlement of a hold of 30, of which %d were captured, repeats the first answer',
    async (captured) => {
      const owner = await aUser(world, { balance: '1.00' });
      const jobId = randomUUID();
      await hold(owner, jobId, 30);
      const divided = { captured: pence(captured), returned: pence(30 - captured) };
      expect(await settle(jobId, captured)).toEqual(divided);
      expect(await settle(jobId, 20)).toEqual(divided);
    },
  );

  test('a settlement answers the available balance after it, also when it is repeated', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const [jobId, other] = [randomUUID(), randomUUID()];
    await hold(owner, jobId, 60);
    await hold(owner, other, 10);
    const settled = () => one(world.database, 'SELECT * FROM ledger_settle(:jobId, 45)', { jobId });
    const first = { captured: 45, returned: 15, available: 45, settledAt: expect.any(Date) as unknown };
    expect(await settled()).toEqual({ ...first, repeated: false });
    expect(await settled()).toEqual({ ...first, repeated: true });
    await settle(other, 0);
  });

  test('a second hold for the same job holds no further money', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await Promise.all([hold(owner, jobId, 60), hold(owner, jobId, 60)]);
    await hold(owner, jobId, 60);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(40));
    await settle(jobId, 0);
  });

  test('a hold beyond the balance is refused, and no row is written', async () => {
    const owner = await aUser(world, { balance: '0.10' });
    await expect(hold(owner, randomUUID(), 11)).rejects.toMatchObject({ code: 'credits.insufficient' });
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(10));
  });

  test('a settlement that captures more than the hold is refused', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await hold(owner, jobId, 10);
    await expect(settle(jobId, 11)).rejects.toThrow(/settlements_returned/);
    await expect(settle(jobId, -1)).rejects.toThrow(/settlements_captured/);
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
    const sql = 'SELECT actor, act, reason FROM audit WHERE subject = $1';
    expect(await world.database.query(sql, [owner])).toEqual([
      { actor: 'operator', act: 'credit add', reason: 'welcome' },
    ]);
  });

  test('wallets of two currencies never mix', async () => {
    const owner = await aUser(world, { balance: '5.00', currency: 'EUR' });
    await expect(hold(owner, randomUUID(), 1)).rejects.toMatchObject({ code: 'credits.insufficient' });
    expect(await world.credits.wallets(owner)).toEqual([money(500, 'EUR')]);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(0));
  });

  test('32 clients that spend one wallet at once never overdraw it, and no penny is lost', async () => {
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
    const available = await world.credits.available(owner, 'GBP');
    expect(available.minor).toBeGreaterThanOrEqual(0);
    expect(available.minor).toBeLessThan(7);
    expect((await revenue()) - before).toBe(500 - available.minor);
  });

  test('the verification reports an open hold that is older than a day', async () => {
    const owner = await aUser(world, { balance: '1.00' });
    const jobId = randomUUID();
    await hold(owner, jobId, 10);
    await shiftClock(world.database, '24 hours 1 second');
    expect(await world.verifier.breaches()).toMatchObject([{ invariant: expect.stringContaining('M8') }]);
    await settle(jobId, 0);
  });
});

describe('the database itself', () => {
  const after = new AsyncDisposableStack();
  let world: LedgerWorld;

  beforeAll(async () => {
    world = after.use(await aLedger(5));
    const owner = await aUser(world, { balance: '1.00' });
    const [jobId, open] = [randomUUID(), randomUUID()];
    await ledger.hold(world, { jobId, owner, price: pence(5) });
    await ledger.settleHold(world, { jobId, capture: pence(5) });
    await ledger.hold(world, { jobId: open, owner, price: pence(10) });
  });

  afterEach(async () => {
    expect(await world.verifier.breaches()).toEqual([]);
  });

  afterAll(() => after.disposeAsync());

  test.each([
    'UPDATE transfers SET amount_minor = 1',
    'DELETE FROM transfers',
    'TRUNCATE transfers CASCADE',
    'UPDATE settlements SET captured_minor = 0',
    'DELETE FROM settlements',
    'TRUNCATE settlements',
    `UPDATE transfer_kinds SET credit = 'wallet'`,
    'DELETE FROM transfer_kinds',
    'TRUNCATE transfer_kinds',
    'DELETE FROM ledger_accounts',
    'TRUNCATE ledger_accounts CASCADE',
    `UPDATE ledger_accounts SET currency = 'EUR' WHERE kind = 'wallet'`,
  ])('it refuses to change history: %s', async (sql) => {
    await expect(asOwner(world.database, sql)).rejects.toThrow(/append-only/);
  });

  test('it refuses a wallet below zero', async () => {
    const spend = `UPDATE ledger_accounts SET held_minor = posted_minor + 1 WHERE kind = 'wallet'`;
    await expect(asOwner(world.database, spend)).rejects.toThrow(/never_negative/);
  });

  const insertTransfer = (kind: string, debit: string, credit: string, currency = 'GBP', amount = '5') =>
    `INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key, job_id)
     SELECT '${kind}', d.id, c.id, '${currency}', ${amount}, gen_random_uuid(), gen_random_uuid()
     FROM ledger_accounts d, ledger_accounts c
     WHERE d.kind = '${debit}' AND c.kind = '${credit}' AND 'GBP' IN (d.currency) AND 'GBP' IN (c.currency)`;

  test.each([
    ['between two wallets', insertTransfer('top-up', 'wallet', 'wallet'), /check/],
    ['to its own account', insertTransfer('top-up', 'revenue', 'revenue'), /check/],
    ['of zero', insertTransfer('top-up', 'payment-clearing', 'wallet', 'GBP', '0'), /check/],
    ['of a negative amount', insertTransfer('top-up', 'payment-clearing', 'wallet', 'GBP', '-5'), /check/],
    [
      'in the currency of another wallet',
      insertTransfer('top-up', 'payment-clearing', 'wallet', 'EUR'),
      /foreign key/,
    ],
  ])('it refuses a transfer %s', async (_, sql, refused) => {
    await expect(asOwner(world.database, sql)).rejects.toThrow(refused);
  });

  test('it refuses a settlement of a part of a hold, and a second settlement', async () => {
    const settle = (which: string, held: string, captured: string) =>
      asOwner(
        world.database,
        `INSERT INTO settlements (hold_id, held_minor, captured_minor, returned_minor)
         SELECT id, ${held}, ${captured}, 0 FROM transfers WHERE held_minor = ${which}`,
      );
    const [settled, open] = ['5', '10'];
    await expect(settle(open, '4', '4')).rejects.toThrow(/foreign key/);
    await expect(settle(open, '10', '4')).rejects.toThrow(/settlements_whole/);
    await expect(settle(settled, '5', '5')).rejects.toThrow(/settlements_pkey/);
  });

  test('it refuses the settlement of a transfer that is no hold', async () => {
    await expect(
      asOwner(
        world.database,
        `INSERT INTO settlements (hold_id, held_minor, captured_minor, returned_minor)
         SELECT id, amount_minor, amount_minor, 0 FROM transfers WHERE kind = 'admin-grant'`,
      ),
    ).rejects.toThrow(/foreign key/);
  });

  test.each(['hold', 'give-back', 'dispute-loss', 'gift'])(
    'it refuses to post %s alone to a wallet',
    async (kind) => {
      const owner = await aUser(world);
      const post = `SELECT ledger_post('${kind}', '${owner}', 'GBP', 5, 'test:${kind}')`;
      await expect(asOwner(world.database, post)).rejects.toThrow(
        `Transfers of kind ${kind} do not move money of a wallet without a job, or GBP has no accounts`,
      );
    },
  );
});

describe('the functions of the ledger', () => {
  const after = new AsyncDisposableStack();
  let world: LedgerWorld;
  let owner: string;

  beforeAll(async () => {
    world = after.use(await aLedger(2));
    owner = await aUser(world, { balance: '1.00' });
  });

  afterAll(() => after.disposeAsync());

  test.each([
    [
      'take a top-up from a wallet',
      `ledger_take('top-up', $1, 'GBP', 5, 'x')`,
      /do not take money from a wallet without a job/,
    ],
    [
      'take a hold from a wallet',
      `ledger_take('hold', $1, 'GBP', 5, 'x')`,
      /do not take money from a wallet without a job/,
    ],
    [
      'book a refund',
      `ledger_book('refund', 'GBP', 5, $1::text)`,
      /are not between two of the service's own accounts/,
    ],
    [
      'book a top-up',
      `ledger_book('top-up', 'GBP', 5, $1::text)`,
      /are not between two of the service's own accounts/,
    ],
    ['settle a job without a hold', `ledger_settle($1, 0)`, /has no hold to settle/],
    ['give back money of a job without a hold', `ledger_give_back($1, 5, 'x')`, /has no hold/],
  ])('refuse to %s', async (_, call, refused) => {
    await expect(asOwner(world.database, `SELECT ${call}`, [owner])).rejects.toThrow(refused);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(100));
  });
});

test('a verification reads one moment of the ledger without a time limit, and can change nothing', async () => {
  await using world = await aLedger(4);
  await atOneMoment(world.database, async (tx) => {
    const grants = () => tx.query(`SELECT count(*) FROM transfers WHERE kind = 'admin-grant'`);
    const before: unknown = await grants();
    await aUser(world, { balance: '1.00' });
    expect(await grants()).toEqual(before);
    expect(await tx.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    await expect(tx.query('UPDATE outbox SET tries = 1')).rejects.toThrow(/read-only/);
  });
});

test('a checkpoint is written without a time limit', async () => {
  await using world = await aLedger(2);
  await asOwner(
    world.database,
    `CREATE OR REPLACE FUNCTION ledger_close(through bigint) RETURNS void LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'the limit is %', current_setting('statement_timeout'); END $$`,
  );
  await expect(world.ledger.closeThrough(1)).rejects.toThrow('the limit is 0');
});

describe('the captured money of a job', () => {
  const after = new AsyncDisposableStack();
  let world: LedgerWorld;
  let owner: string;
  let jobId: string;

  beforeAll(async () => {
    world = after.use(await aLedger(12));
  });

  beforeEach(async () => {
    owner = await aUser(world, { balance: '1.00' });
    jobId = randomUUID();
    await ledger.hold(world, { jobId, owner, price: pence(30) });
  });

  afterEach(async () => {
    expect(await world.verifier.breaches()).toEqual([]);
  });

  afterAll(() => after.disposeAsync());

  const giveBack = (minor: number, key: string = randomUUID()) =>
    world.transactions.run((tx) => {
      const by = { actor: 'a test', reason: 'a test' };
      return world.credits.giveBack(tx, { jobId, owner, amount: pence(minor), key, ...by });
    });

  test('it is given back in parts, each part once, and never more than was captured', async () => {
    await ledger.settleHold(world, { jobId, capture: pence(20) });
    const before = await ledger.revenue(world);
    expect(await giveBack(8, 'first')).toBe(true);
    expect(await giveBack(8, 'first')).toBe(false);
    expect(await giveBack(7)).toBe(true);
    await expect(giveBack(6)).rejects.toMatchObject({ code: 'credits.more-than-captured' });
    expect(await giveBack(5)).toBe(true);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(100));
    expect(before - (await ledger.revenue(world))).toBe(20);
    // One fact of the grant, and one of each give-back.
    expect(await publishedBalances(world, owner)).toEqual(['GBP', 'GBP', 'GBP', 'GBP']);
  });

  test('it is not given back twice when a second request comes before the first commits', async () => {
    await ledger.settleHold(world, { jobId, capture: pence(20) });
    const ask = async (tx: EntityManager) => {
      await tx.query(
        `INSERT INTO audit (actor, act, subject, reason) VALUES ('a test', 'credit give-back', $1, 'a test')`,
        [jobId],
      );
      await tx.query('SELECT ledger_give_back($1, 15, $2)', [jobId, randomUUID()]);
    };
    let second: Promise<unknown> | undefined;
    await world.database.transaction(async (first) => {
      await ask(first);
      second = world.database.transaction(ask);
      second.catch(() => undefined);
      await lockWaits(world.database, 1, 'ledger_give_back');
    });
    await expect(second).rejects.toThrow('credits.more-than-captured');
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(95));
  });

  test('it is not given back to a person whose account is erased', async () => {
    await ledger.settleHold(world, { jobId, capture: pence(20) });
    await world.database.query(
      'UPDATE users SET erased_at = app_now(), locked_at = app_now(), password_hash = NULL WHERE id = $1',
      [owner],
    );
    await expect(giveBack(5)).rejects.toMatchObject({ code: 'credits.person-left' });
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(80));
  });

  test('it is not given back to a person whose account is erased at the same moment', async () => {
    await ledger.settleHold(world, { jobId, capture: pence(20) });
    const { given } = await world.database.transaction(async (tx) => {
      await world.ledger.lock(tx, owner);
      await tx.query(
        'UPDATE users SET erased_at = app_now(), locked_at = app_now(), password_hash = NULL WHERE id = $1',
        [owner],
      );
      const given = giveBack(5).catch((error: unknown) => error);
      await lockWaits(world.database, 1);
      return { given };
    });
    expect(await given).toMatchObject({ code: 'credits.person-left' });
  });

  test('none is given back while the hold is open', async () => {
    await expect(giveBack(1)).rejects.toMatchObject({ code: 'credits.more-than-captured' });
    await ledger.settleHold(world, { jobId, capture: pence(0) });
  });
});

describe('taking money of a disputed payment from a wallet', () => {
  const after = new AsyncDisposableStack();
  let world: LedgerWorld;
  let owner: string;

  beforeAll(async () => {
    world = after.use(await aLedger(12));
  });

  beforeEach(async () => {
    owner = await aUser(world, { balance: '1.00' });
    await ledger.hold(world, { jobId: randomUUID(), owner, price: pence(30) });
  });

  /** No bank reported a dispute here, so M5 does not hold. */
  afterEach(async () => {
    const found = await world.verifier.breaches();
    expect(found.filter(({ invariant }) => !invariant.startsWith('M5'))).toEqual([]);
  });

  afterAll(() => after.disposeAsync());

  const take = (minor: number, key: string = randomUUID()) =>
    world.transactions.run((tx) =>
      world.ledger.takeFromWallet(tx, { kind: 'dispute', owner, amount: pence(minor), key }),
    );

  test('it takes all money that is not held, and then takes nothing', async () => {
    expect(await take(20)).toEqual(pence(20));
    expect(await take(60)).toEqual(pence(50));
    expect(await take(1)).toEqual(pence(0));
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(0));
    // One fact of the grant, and one of each take that took money.
    expect(await publishedBalances(world, owner)).toEqual(['GBP', 'GBP', 'GBP']);
  });

  test('a second take with the same key is refused, and takes nothing', async () => {
    expect(await take(20, `take:${owner}`)).toEqual(pence(20));
    await expect(take(20, `take:${owner}`)).rejects.toThrow(`The key take:${owner} was used before`);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(50));
  });

  test('a refund that needs held money is refused, and a refund of all other money is posted', async () => {
    const post = (minor: number) =>
      world.transactions.run((tx) =>
        world.ledger.postTransfer(tx, { kind: 'refund', owner, amount: pence(minor), key: randomUUID() }),
      );
    await expect(post(71)).rejects.toMatchObject({ code: 'credits.insufficient' });
    expect(await post(70)).toBe(true);
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(0));
  });

  test('20 takes at once never take more than is available', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(8)));
    expect(taken.reduce((sum, each) => sum + each.minor, 0)).toBe(70);
  });

  test.each<Currency>(['GBP', 'EUR'])(
    'the loss in %s is booked once, and can be recovered',
    async (currency) => {
      const book = (kind: 'dispute-loss' | 'loss-recovered', key: string) =>
        world.transactions.run((tx) => world.ledger.book(tx, { kind, amount: money(30, currency), key }));
      const [lost, recovered] = [`lost:${owner}`, `recovered:${owner}`];
      expect(await book('dispute-loss', lost)).toBe(true);
      expect(await book('dispute-loss', lost)).toBe(false);
      expect(await book('loss-recovered', recovered)).toBe(true);
      expect(await world.credits.available(owner, 'GBP')).toEqual(pence(70));
    },
  );
});
