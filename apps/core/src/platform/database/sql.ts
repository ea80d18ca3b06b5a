import type { DataSource, EntityManager, QueryResult, QueryRunner } from 'typeorm';
import { propertyOf } from './column-names.js';
import { refusalOf } from './database-refusal.js';
import { prepare, valuesOf, type Parameters, type Prepared } from './named-parameters.js';

/** Where a statement runs: in the transaction that is passed, or, given the data source, on its own. */
export type Queries = DataSource | EntityManager | QueryRunner;

const prepared = new Map<string, Prepared>();

/**
 * The one door for SQL. A statement names its parameters (`WHERE owner_id = :ownerId`) and is given exactly these; its
 * rows come in camelCase (`owner_id` → `ownerId`), whatever the verb: SELECT, or INSERT, UPDATE, DELETE with RETURNING.
 * `bigint` and `numeric` are numbers (`numbers.ts`), `timestamptz` a Date, `bytea` a Buffer, `jsonb` what it holds.
 * The text is a constant of the code, never made of values: it is read once and kept.
 * @throws Error for a parameter that is missing or not asked for
 * @throws Refusal that a function in the database raised
 * @throws QueryFailedError of TypeORM, with PostgreSQL's error as its `driverError`
 */
export async function all<Row>(queries: Queries, sql: string, parameters: Parameters = {}): Promise<Row[]> {
  const { records } = await run(queries, sql, parameters);
  return records.map((record: Record<string, unknown>) => inCamelCase(record) as Row);
}

/** The row of a statement that finds at most one. @throws Error when there are more, and as `all` does */
export async function one<Row>(
  queries: Queries,
  sql: string,
  parameters: Parameters = {},
): Promise<Row | undefined> {
  const rows = await all<Row>(queries, sql, parameters);
  if (rows.length > 1) throw new Error(`At most one row was expected, ${rows.length} came of: ${sql.trim()}`);
  return rows[0];
}

/** How many rows a statement added, changed, or removed. @throws as `all` does */
export async function changed(queries: Queries, sql: string, parameters: Parameters = {}): Promise<number> {
  const { affected } = await run(queries, sql, parameters);
  return affected ?? 0;
}

async function run(queries: Queries, sql: string, parameters: Parameters): Promise<QueryResult> {
  let statement = prepared.get(sql);
  if (!statement) prepared.set(sql, (statement = prepare(sql)));
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

/** The connection of the caller's transaction, when there is one. */
export function runnerOf(queries: Queries): QueryRunner | undefined {
  if ('isTransactionActive' in queries) return queries;
  return 'queryRunner' in queries ? queries.queryRunner : undefined;
}

function inCamelCase(record: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const column in record) row[propertyOf(column)] = record[column];
  return row;
}
