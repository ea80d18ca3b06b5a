import { isLoopback } from '@sixpence/config/loopback';
import type { Logger } from 'pino';
import type { CoreConfig } from '../process/config.js';
import { createDataSource } from './data-source.js';
import { fewerRights } from './grants.js';
import { one, type Queries } from './sql.js';

/**
 * Whoever takes over the service should not be able to rewrite the ledger, so the role of DATABASE_URL may not either.
 * On a developer's machine one role may do all, and the log says so.
 * @throws Error where the service is for others
 */
export async function checkRole(
  { DATABASE_URL, PUBLIC_URL }: Pick<CoreConfig, 'DATABASE_URL' | 'PUBLIC_URL'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const database = await createDataSource({ url: DATABASE_URL, poolSize: 1 }).initialize();
  try {
    const excess = await excessOf(database);
    if (excess === undefined) return;
    const problem =
      `The role of DATABASE_URL ${excess}: let it be one that owns nothing, ` +
      'and name the owner of the tables in DATABASE_OWNER_URL for migrations';
    if (!isLoopback(new URL(PUBLIC_URL).hostname)) throw new Error(problem);
    logger.warn(problem);
  } finally {
    await database.destroy();
  }
}

/** What this role can do that the application must not; the first that is found. */
async function excessOf(queries: Queries): Promise<string | undefined> {
  const role = await one<{ isSuperuser: boolean }>(
    queries,
    'SELECT rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user',
  );
  if (role?.isSuperuser) return 'is a superuser';
  const right = await one<{ name: string; isOwner: boolean }>(
    queries,
    `SELECT * FROM (
       SELECT relname AS name, pg_has_role(relowner, 'MEMBER') AS is_owner,
              has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS may_change
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY(:names)
     ) AS tables
     WHERE is_owner OR may_change ORDER BY name LIMIT 1`,
    { names: Object.keys(fewerRights) },
  );
  if (right === undefined) return undefined;
  return right.isOwner ? `owns the table ${right.name}` : `may change rows of the table ${right.name}`;
}
