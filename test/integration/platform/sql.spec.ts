import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { isOutage } from '@sixpence/core/platform/database/outage';
import { all, changed, one } from '@sixpence/core/platform/database/sql';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import type { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../support/core/database.js';
import { until } from '../../support/until.js';

let made: TestDatabase;
let database: DataSource;

beforeAll(async () => {
  made = await createDatabase();
  // One connection: a connection that is not released blocks the next statement.
  database = await createDataSource({ url: made.ownerUrl, poolSize: 1 }).initialize();
  await database.query('CREATE TABLE things (thing_id int PRIMARY KEY, file_name text, amount_minor bigint)');
});
afterAll(async () => {
  await database.destroy();
  await made.drop();
});

test('rows have the same shape for every verb, with names in camelCase', async () => {
  const values = { id: 1, name: 'a', amount: 5 };
  const shape = [{ thingId: 1, fileName: 'a', amountMinor: 5 }];
  const returning = 'RETURNING *';
  expect(await all(database, `INSERT INTO things VALUES (:id, :name, :amount) ${returning}`, values)).toEqual(
    shape,
  );
  expect(await all(database, 'SELECT * FROM things WHERE thing_id = :id', { id: 1 })).toEqual(shape);
  expect(await all(database, `UPDATE things SET file_name = 'a' ${returning}`)).toEqual(shape);
  expect(await all(database, `WITH t AS (SELECT 1) UPDATE things SET file_name = 'a' ${returning}`)).toEqual(
    shape,
  );
  expect(await all(database, `DELETE FROM things ${returning}`)).toEqual(shape);
  expect(await all(database, `DELETE FROM things ${returning}`)).toEqual([]);
});

test('`changed` returns the number of affected rows', async () => {
  const insert = 'INSERT INTO things (thing_id) SELECT generate_series(10, 12) ON CONFLICT DO NOTHING';
  expect(await changed(database, insert)).toBe(3);
  expect(await changed(database, insert)).toBe(0);
  expect(
    await changed(database, 'UPDATE things SET file_name = :name WHERE thing_id > 10', { name: 'b' }),
  ).toBe(2);
  expect(await changed(database, 'DELETE FROM things')).toBe(3);
  expect(await changed(database, 'SET lock_timeout = 1000')).toBe(0);
});

test('`one` returns the only row or undefined, and throws for several rows', async () => {
  expect(await one(database, 'SELECT 1 AS a_b')).toEqual({ aB: 1 });
  expect(await one(database, 'SELECT 1 WHERE false')).toBeUndefined();
  await expect(one(database, 'SELECT generate_series(1, 2)')).rejects.toThrow(
    'Expected at most one row, got 2',
  );
});

test('parameters work in statements with casts, text, and JSON, and may be a list, bytes, a date, or null', async () => {
  const moment = new Date('2026-01-02T03:04:05.678Z');
  const row = await one(
    database,
    `SELECT :text::text || ':text' AS text, :list::int[] AS list, :bytes::bytea AS bytes,
            :moment::timestamptz AS moment,
            :nothing::text AS nothing, '{"a": [1]}'::jsonb->'a' AS json_part, 3 = ANY(:list) AS is_in`,
    { text: 'x', list: [3, 4], bytes: Buffer.from('b'), moment, nothing: null },
  );
  expect(row).toEqual({
    text: 'x:text',
    list: [3, 4],
    bytes: Buffer.from('b'),
    moment,
    nothing: null,
    jsonPart: [1],
    isIn: true,
  });
});

test('counts, sums, and amounts are numbers, and one that is too large throws', async () => {
  expect(
    await one(database, 'SELECT count(*), sum(n) AS total FROM generate_series(1::bigint, 3) n'),
  ).toEqual({
    count: 3,
    total: 6,
  });
  await expect(one(database, 'SELECT 9007199254740992::bigint AS large')).rejects.toThrow(
    '9007199254740992 cannot be read exactly as a whole number',
  );
  await expect(one(database, 'SELECT avg(n) FROM generate_series(1, 2) n')).rejects.toThrow(
    'cannot be read exactly',
  );
  expect(await one(database, 'SELECT 1 AS well')).toEqual({ well: 1 });
});

test('statements run in the given transaction only', async () => {
  const add = 'INSERT INTO things (thing_id) VALUES (:id)';
  const count = 'SELECT count(*) FROM things WHERE thing_id IN (20, 21)';
  const rolledBack = database.transaction(async (tx) => {
    await changed(tx, add, { id: 20 });
    expect(await one(tx, count)).toEqual({ count: 1 });
    throw new Error('changed its mind');
  });
  await expect(rolledBack).rejects.toThrow('changed its mind');
  expect(await one(database, count)).toEqual({ count: 0 });
  expect(await one(database.manager, count)).toEqual({ count: 0 });

  const runner = database.createQueryRunner();
  await runner.startTransaction();
  expect(await changed(runner, add, { id: 21 })).toBe(1);
  expect(await one(runner.manager, count)).toEqual({ count: 1 });
  await runner.rollbackTransaction();
  await runner.release();
  expect(await one(database, count)).toEqual({ count: 0 });
});

test('a connection is released after a failed statement', async () => {
  for (let round = 0; round < 3; round += 1) {
    await expect(all(database, 'SELECT * FROM nothing_of_this_name')).rejects.toMatchObject({
      driverError: { code: '42P01' },
    });
  }
  expect(await all(database, 'SELECT 1 AS well')).toEqual([{ well: 1 }]);
});

test('a connection prepares a statement once, for all its values', async () => {
  for (const id of [1, 2]) await all(database, 'SELECT 1 FROM things WHERE thing_id = :id', { id });
  const text = 'SELECT 1 FROM things WHERE thing_id = $1';
  const prepared = 'SELECT count(*) FROM pg_prepared_statements WHERE statement = :text';
  expect(await one(database, prepared, { text })).toEqual({ count: 1 });
});

test('a broken connection fails its statement as an outage, and later statements have another one', async () => {
  const broken = all(database, 'SELECT pg_terminate_backend(pg_backend_pid())');
  expect(isOutage(await broken.catch((error: unknown) => error))).toBe(true);
  const works = () => one(database, 'SELECT 1 AS well').then(Boolean, () => false);
  await until(works, undefined, 'a statement has a new connection');
});

describe('a transaction that moves money', () => {
  /**
   * Adds a row, then fails in the database with one of these codes per try; succeeds after the last of them.
   */
  async function run(id: number, codes: readonly string[]) {
    let tries = 0;
    const ending = new TransactionsService(database).run(async (tx) => {
      tries += 1;
      await changed(tx, 'INSERT INTO things (thing_id) VALUES (:id)', { id });
      const code = codes[tries - 1];
      if (code !== undefined) await changed(tx, `DO $$ BEGIN RAISE 'no' USING ERRCODE = '${code}'; END $$`);
      return 'done';
    });
    const answer = await ending.catch((error: unknown) => error);
    const kept = await one(database, 'SELECT count(*) FROM things WHERE thing_id = :id', { id });
    return { answer, tries, kept: (kept as { count: number }).count };
  }

  test.each([
    ['a serialization failure', 30, ['40001']],
    ['a deadlock', 31, ['40P01']],
    ['both, one after the other', 32, ['40P01', '40001']],
  ])('is retried after %s, and takes effect once', async (_what, id, codes) => {
    expect(await run(id, codes)).toEqual({ answer: 'done', tries: codes.length + 1, kept: 1 });
  });

  test('is given up after the third try', async () => {
    const outcome = await run(33, ['40001', '40001', '40001', '40001']);
    expect(outcome).toMatchObject({ answer: { driverError: { code: '40001' } }, tries: 3, kept: 0 });
  });

  test('is not retried after any other failure', async () => {
    expect(await run(34, ['55P03'])).toMatchObject({
      answer: { driverError: { code: '55P03' } },
      tries: 1,
      kept: 0,
    });
  });
});

describe('a function whose columns change after a connection has prepared its statement', () => {
  const define = async (columns: string, values: string) => {
    await database.query('DROP FUNCTION IF EXISTS changing()');
    await database.query(
      `CREATE FUNCTION changing() RETURNS TABLE(${columns}) LANGUAGE sql AS 'SELECT ${values}'`,
    );
  };

  test('is read with its new columns', async () => {
    const sql = 'SELECT * FROM changing()';
    await define('one int', '1');
    expect(await all(database, sql)).toEqual([{ one: 1 }]);
    await define('one int, two int', '1, 2');
    expect(await all(database, sql)).toEqual([{ one: 1, two: 2 }]);
  });

  test('is read with its new columns by a retry of the transaction', async () => {
    const sql = 'SELECT changing.* FROM changing()';
    const read = () => new TransactionsService(database).run((tx) => all(tx, sql));
    await define('one int', '1');
    expect(await read()).toEqual([{ one: 1 }]);
    await define('two int', '2');
    expect(await read()).toEqual([{ two: 2 }]);
  });
});

test('a statement that its connection has lost is prepared again', async () => {
  const sql = 'SELECT 7 AS lost';
  const read = () => new TransactionsService(database).run((tx) => all(tx, sql));
  await database.transaction(async (tx) => {
    expect(await all(tx, sql)).toEqual([{ lost: 7 }]);
    await tx.query('DEALLOCATE ALL');
  });
  expect([await read(), await all(database, sql)]).toEqual([[{ lost: 7 }], [{ lost: 7 }]]);
});
