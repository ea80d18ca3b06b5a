import type { DataSource, EntityManager } from 'typeorm';
import { all, changed } from '../../platform/database/sql.js';

/** An invariant, with a query that finds its breaches. */
export interface Rule {
  invariant: string;
  /**
   * Returns one row for each breach, with a column `finding`. The fields of `Since` are its parameters.
   */
  sql: string;
}

/** A row, or a group of rows, that breaks an invariant. */
export interface Breach {
  invariant: string;
  finding: string;
}

/** Where a check starts. Rows before it were verified earlier and do not change. */
export interface Since {
  /** The id of a transfer. Every hold up to it is settled. */
  after: number;
  /** The id of a job: every job made after that transfer has this id or a greater one. */
  fromJob: string;
}

/**
 * The smallest id of a job made at this time or later. Ids begin with their time (`ordered-uuid.ts`) by the
 * clock of the core that made them. One day is subtracted, because that clock may be a day slow.
 */
export function firstJobOf(time: Date): string {
  const hex = Math.max(0, time.getTime() - 86_400_000)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A check that starts at the beginning checks every row. */
export const theBeginning: Since = { after: 0, fromJob: '00000000-0000-0000-0000-000000000000' };

/** @returns every breach; an empty list when every rule holds */
export async function breachesOf(tx: EntityManager, rules: readonly Rule[], since: Since): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { invariant, sql } of rules) {
    // A parameter that the query does not name is an error.
    const parameters = Object.entries(since).filter(([name]) => sql.includes(`:${name}`));
    const rows = await all<{ finding: string }>(tx, sql, Object.fromEntries(parameters));
    breaches.push(...rows.map(({ finding }) => ({ invariant, finding })));
  }
  return breaches;
}

/** Runs `work` read-only in one snapshot of the database, without a statement timeout. */
export function atOneMoment<T>(database: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return database.transaction('REPEATABLE READ', async (tx) => {
    await changed(tx, 'SET TRANSACTION READ ONLY');
    await changed(tx, 'SET LOCAL statement_timeout = 0');
    return work(tx);
  });
}
