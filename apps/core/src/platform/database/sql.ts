import type { DataSource, EntityManager, QueryResult, QueryRunner } from 'typeorm';
import { propertyOf } from './column-names.js';
import { refusalOf } from './database-refusal.js';
import { prepareStatement, valuesOf, type Parameters, type Prepared } from './named-parameters.js';

/** The transaction that a statement runs in; with the data source it runs on its own. */
export type Queries = DataSource | EntityManager | QueryRunner;

const prepared = new Map<string, Prepared>();

/**
 * Runs a statement; all of our SQL goes through here. The statement names its parameters (such as `:ownerId`)
 * and is given exactly these. Rows have camelCase keys (`owner_id` → `ownerId`), for SELECT and for INSERT,
 * UPDATE, DELETE with RETURNING. `bigint` and `numeric` are numbers (`numbers.ts`), `timestamptz` a Date,
 * `bytea` a Buffer, `jsonb` its value. The text must be a constant, never built from values: it is parsed
 * once and cached.
 * @throws Error for a missing or superfluous parameter
 * @throws Refusal that a function in the database raised
 * @throws QueryFailedError of TypeORM, with PostgreSQL's error as its `driverError`
 */
export async function all<Row>(queries: Queries, sql: string, parameters: Parameters = {}): Promise<Row[]> {
  const { records } = await run(queries, sql, parameters);
  return records.map((record: Record<string, unknown>) => inCamelCase(record) as Row);
}

/** The only row of a statement, or undefined. @throws Error for several rows, and as `all` does */
export async function one<Row>(
  queries: Queries,
  sql: string,
  parameters: Parameters = {},
): Promise<Row | undefined> {
  const rows = await all<Row>(queries, sql, parameters);
  if (rows.length > 1) throw new Error(`At most one row was expected, ${rows.length} came of: ${sql.trim()}`);
  return rows[0];
}

/** The number of rows that a statement inserted, updated, or deleted. @throws as `all` does */
export async function changed(queries: Queries, sql: string, parameters: Parameters = {}): Promise<number> {
  const { affected } = await run(queries, sql, parameters);
  return affected ?? 0;
}

async function run(queries: Queries, sql: string, parameters: Parameters): Promise<QueryResult> {
  let statement = prepared.get(sql);
  if (!statement) prepared.set(sql, (statement = prepareStatement(sql)));
  const values = valuesOf(statement, parameters);
  const given = runnerOf(queries);
  const runner = given ?? ('createQueryRunner' in queries ? queries : queries.dataSource).createQueryRunner();
  try {
    return await runner.query(statement.text, values, true);
  } catch (error) {
    throw refusalOf(error) ?? error;
  } finally {
    if (!given) await runner.release();
  }
}

/** The query runner of the caller's transaction; undefined outside of one. */
export function runnerOf(queries: Queries): QueryRunner | undefined {
  if ('isTransactionActive' in queries) return queries;
  return 'queryRunner' in queries ? queries.queryRunner : undefined;
}

function inCamelCase(record: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const column in record) row[propertyOf(column)] = record[column];
  return row;
}
