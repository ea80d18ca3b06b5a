import { isLoopback } from '@sixpence/config/loopback';
import type { Logger } from 'pino';
import type { CoreConfig } from '../process/config.js';
import { createDataSource } from './data-source.js';
import { limitedRights } from './grants.js';
import { one, type Queries } from './sql.js';

/**
 * Checks that the role of DATABASE_URL cannot rewrite the ledger, so that an attacker who takes over the
 * service cannot either. With a PUBLIC_URL on localhost, too many rights are only logged.
 * @throws Error when the role has too many rights and the service is public
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
      `The role of DATABASE_URL ${excess}: use a role that owns nothing, ` +
      'and set DATABASE_OWNER_URL to the owner of the tables, for migrations';
    if (!isLoopback(new URL(PUBLIC_URL).hostname)) throw new Error(problem);
    logger.warn(problem);
  } finally {
    await database.destroy();
  }
}

/** The first right of this role that the application must not have. */
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
    { names: Object.keys(limitedRights) },
  );
  if (right === undefined) return undefined;
  return right.isOwner ? `owns the table ${right.name}` : `may change rows of the table ${right.name}`;
}
