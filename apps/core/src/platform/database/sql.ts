import type { Pool, PoolClient, QueryResult } from 'pg';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  type DataSource,
  type EntityManager,
  type QueryRunner,
} from 'typeorm';
import { propertyOf } from './column-names.js';
import { isPlanOutdated } from './contention.js';
import { refusalOf } from './database-refusal.js';
import { prepareStatement, valuesOf, type Parameters, type Prepared } from './named-parameters.js';

/** The transaction that a statement runs in; with the data source it runs on its own. */
export type Queries = DataSource | EntityManager | QueryRunner;

/** Statements by their text. On each connection, PostgreSQL keeps the plan of a statement under its name. */
const prepared = new Map<string, Prepared & { name: string }>();

/**
 * Runs a statement; all of our SQL goes through here. The statement names its parameters (such as `:ownerId`)
 * and is given exactly these. Rows have camelCase keys (`owner_id` → `ownerId`), for SELECT and for INSERT,
 * UPDATE, DELETE with RETURNING. `bigint` and `numeric` are numbers (`numbers.ts`), `timestamptz` a Date,
 * `bytea` a Buffer, `jsonb` its value. The text must be a constant, never built from values: it is parsed
 * once, and each connection prepares it once.
 * @throws Error for a missing or superfluous parameter
 * @throws Refusal that a function in the database raised
 * @throws QueryFailedError of TypeORM, with PostgreSQL's error as its `driverError`
 */
export async function all<Row>(queries: Queries, sql: string, parameters: Parameters = {}): Promise<Row[]> {
  const { rows } = await run(queries, sql, parameters);
  return rows.map((row) => inCamelCase(row) as Row);
}

/** The only row of a statement, or undefined. @throws Error for several rows, and the errors of `all` */
export async function one<Row>(
  queries: Queries,
  sql: string,
  parameters: Parameters = {},
): Promise<Row | undefined> {
  const rows = await all<Row>(queries, sql, parameters);
  if (rows.length > 1) throw new Error(`Expected at most one row, got ${rows.length} from: ${sql.trim()}`);
  return rows[0];
}

/** The number of rows that a statement inserted, updated, or deleted. @throws the errors of `all` */
export async function changed(queries: Queries, sql: string, parameters: Parameters = {}): Promise<number> {
  const { rowCount } = await run(queries, sql, parameters);
  return rowCount ?? 0;
}

async function run(queries: Queries, sql: string, parameters: Parameters): Promise<QueryResult<Row>> {
  let statement = prepared.get(sql);
  if (!statement) prepared.set(sql, (statement = { name: newName(), ...prepareStatement(sql) }));
  const { text } = statement;
  const values = valuesOf(statement, parameters);
  const given = runnerOf(queries);
  if (given?.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const client = (await (given ?? poolOf(queries)).connect()) as PoolClient;
  if (!given) client.on('error', ignoreError);
  const send = () => client.query<Row>({ name: statement.name, text, values });
  try {
    return await send().catch((error: unknown) => {
      if (!isPlanOutdated(error)) throw error;
      statement.name = newName();
      // The error has ended the caller's transaction, which `TransactionsService` retries.
      if (given) throw error;
      return send();
    });
  } catch (error) {
    throw refusalOf(error) ?? new QueryFailedError(text, values, error as Error);
  } finally {
    if (!given) client.off('error', ignoreError).release();
  }
}

let names = 0;
const newName = () => `s${(names += 1)}`;

/**
 * When a connection breaks, its statement fails. Without this listener, the connection's error event would
 * also end the process.
 */
const ignoreError = () => undefined;

/** TypeORM's pool, without its query runners: a statement outside of a transaction needs none. */
function poolOf(queries: Queries): Pool {
  const { driver } = 'driver' in queries ? queries : queries.dataSource;
  return (driver as unknown as { master: Pool }).master;
}

/** The query runner of the caller's transaction; undefined outside of one. */
export function runnerOf(queries: Queries): QueryRunner | undefined {
  if ('isTransactionActive' in queries) return queries;
  return 'queryRunner' in queries ? queries.queryRunner : undefined;
}

type Row = Record<string, unknown>;

function inCamelCase(record: Row): Row {
  const row: Row = {};
  for (const column in record) row[propertyOf(column)] = record[column];
  return row;
}
