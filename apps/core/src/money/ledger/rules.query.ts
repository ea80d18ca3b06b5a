import type { DataSource, EntityManager } from 'typeorm';
import { all, changed } from '../../platform/database/sql.js';

/** A statement that must always hold, as a question whose answer is empty. */
export interface Rule {
  invariant: string;
  /** Answers one row per breach, with a column `finding`. May ask only for what came after a `Since`. */
  sql: string;
}

/** An invariant that does not hold, and where. */
export interface Breach {
  invariant: string;
  finding: string;
}

/** From where on rows are read: those before were verified, and have not been meant to change since. */
export interface Since {
  /** The id of a transfer. Every hold up to it was settled. */
  after: number;
  /** The first id that a job of later may have. */
  fromJob: string;
}

/**
 * The first id of a job that was made then. Ids begin with their time (`ordered-uuid.ts`), by the clock of the core that
 * made them, which is allowed to be a day late.
 */
export function firstJobOf(time: Date): string {
  const hex = Math.max(0, time.getTime() - 86_400_000)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Everything is read. */
export const theBeginning: Since = { after: 0, fromJob: '00000000-0000-0000-0000-000000000000' };

/** @returns every breach; an empty list means that all is in order */
export async function breachesOf(tx: EntityManager, rules: readonly Rule[], since: Since): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const { invariant, sql } of rules) {
    // A statement is given what it asks for, and no more.
    const asked = Object.entries(since).filter(([name]) => sql.includes(`:${name}`));
    const rows = await all<{ finding: string }>(tx, sql, Object.fromEntries(asked));
    found.push(...rows.map(({ finding }) => ({ invariant, finding })));
  }
  return found;
}

/** All of `work` sees the database as it is at one moment, takes as long as it takes, and can change nothing. */
export function atOneMoment<T>(database: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return database.transaction('REPEATABLE READ', async (tx) => {
    await changed(tx, 'SET TRANSACTION READ ONLY');
    await changed(tx, 'SET LOCAL statement_timeout = 0');
    return work(tx);
  });
}
