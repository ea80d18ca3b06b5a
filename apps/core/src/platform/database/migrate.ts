import type { DataSource } from 'typeorm';
import type { CoreConfig } from '../process/config.js';
import { createDataSource } from './data-source.js';
import { applyFunctions } from './functions.js';
import { grantRights } from './grants.js';
import { isOfLaterVersion, takeOverHistory } from './history.js';

/** The key of the advisory lock. The number is arbitrary, and every process of Sixpence uses the same one. */
const migrationLock = 7_316_001;

/**
 * Migrates schema and functions as the tables' owner, then grants the application's role its rights.
 * Serialised with other starting processes by an advisory lock; the later processes find nothing to do. A
 * migration has no time limit, but it waits for locks of rows and tables only as long as `lock_timeout`
 * allows.
 * @returns names of functions that were replaced although no migration ran
 * @throws Error for a database that no released version made, and for one older than the last version before
 *   0.2.0
 */
export async function migrate(
  addresses: Pick<CoreConfig, 'DATABASE_URL' | 'DATABASE_OWNER_URL'>,
): Promise<{ replaced: string[] }> {
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
    const replaced = await bringUpToDate(database);
    if (DATABASE_OWNER_URL !== '') await grantRights(database, DATABASE_URL);
    await lock.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    return { replaced };
  } finally {
    await lock.release();
    await database.destroy();
  }
}

async function bringUpToDate(database: DataSource): Promise<string[]> {
  const isTakenOver = await takeOverHistory(database);
  const ran = await database.runMigrations();
  if (await isOfLaterVersion(database)) return [];
  const replaced = await applyFunctions(database);
  return isTakenOver || ran.length > 0 ? [] : replaced;
}
