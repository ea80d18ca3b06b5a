import type { CoreConfig } from '../process/config.js';
import { createDataSource } from './data-source.js';
import { grantRights } from './grants.js';

/** An arbitrary number that all of Sixpence's processes agree on. */
const migrationLock = 7_316_001;

/**
 * Brings the database to the newest schema, as its owner, and grants the application's role what it may do there.
 * Processes that start together queue on an advisory lock, and all but the first find nothing left to do. A change of a
 * large table takes its time; that it waits for others has its bound.
 */
export async function migrate(
  addresses: Pick<CoreConfig, 'DATABASE_URL' | 'DATABASE_OWNER_URL'>,
): Promise<void> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = addresses;
  const database = createDataSource({
    url: DATABASE_OWNER_URL || DATABASE_URL,
    poolSize: 2,
    statementMs: 0,
  });
  await database.initialize();
  const lock = database.createQueryRunner();
  try {
    await lock.query('SET lock_timeout = 0');
    await lock.query('SET statement_timeout = 0');
    await lock.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await database.runMigrations();
    if (DATABASE_OWNER_URL !== '') await grantRights(database, DATABASE_URL);
    await lock.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  } finally {
    await lock.release();
    await database.destroy();
  }
}
