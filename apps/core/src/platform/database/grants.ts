import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.js';
import { all, type Queries } from './sql.js';

/**
 * What the application's role may do with tables that it may not write as it likes. With every other table it may
 * SELECT, INSERT, UPDATE, and DELETE.
 */
export const fewerRights: Readonly<Record<string, string>> = {
  // Only tests move the clock.
  clock_shift: 'SELECT',
  migrations: 'SELECT',
  audit: 'SELECT, INSERT',
  // What was imported stays as it is; a claim is written beside it.
  legacy_balances: 'SELECT, INSERT, UPDATE (claimed_by, claimed_at)',
  // A payment that was begun is known for good, and stays its person's own.
  payments:
    'SELECT, INSERT, UPDATE (amount_minor, asked_minor, intent_id, state, number, method, last_four, declines, ' +
    'credited_at, refunded_minor, looks, next_look_at, updated_at)',
  // What went back, or was taken back, stays written as it was; only what becomes of it moves on.
  payment_refunds: 'SELECT, INSERT, UPDATE (state, provider_id, key_number, looks, next_look_at, updated_at)',
  payment_disputes: 'SELECT, INSERT, UPDATE (state, turns, claimed_minor, taken_minor, updated_at)',
  // The ledger's own functions write it, with the rights of their owner.
  ledger_accounts: 'SELECT',
  transfer_kinds: 'SELECT',
  transfers: 'SELECT',
  settlements: 'SELECT',
  ledger_movements: 'SELECT',
  ledger_checkpoints: 'SELECT',
};

const everyRow = 'SELECT, INSERT, UPDATE, DELETE';

/**
 * Gives the role that connects by this address what it may do, and takes everything else from it: after each migration,
 * because a new table belongs to its owner alone. Does nothing where owner and application are one role.
 */
export async function grantRights(owner: DataSource, applicationUrl: string): Promise<void> {
  const { role } = await whoConnects(applicationUrl);
  const { role: ownerRole, database } = await whoIs(owner);
  if (role === ownerRole) return;
  const tables = await all<{ name: string }>(
    owner,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND pg_has_role(relowner, 'USAGE')`,
  );
  const statements = [
    `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`,
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, ${role}`,
    ...tables.map(({ name }) => `GRANT ${fewerRights[name] ?? everyRow} ON public."${name}" TO ${role}`),
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM PUBLIC, ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    // A function counts as everybody's until it is taken away, also one that acts with its owner's rights.
    `REVOKE ALL ON ALL ROUTINES IN SCHEMA public FROM PUBLIC, ${role}`,
    `GRANT EXECUTE ON ALL ROUTINES IN SCHEMA public TO ${role}`,
  ];
  // One transaction: a core that runs never finds itself without a right in between.
  await owner.query(statements.join(';\n'));
}

async function whoConnects(url: string): Promise<Who> {
  const database = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    return await whoIs(database);
  } finally {
    await database.destroy();
  }
}

/** Quoted as SQL has them. */
interface Who {
  role: string;
  database: string;
}

async function whoIs(queries: Queries): Promise<Who> {
  const sql = 'SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database';
  const [who] = await all<Who>(queries, sql);
  if (who === undefined) throw new Error('The database does not say who is connected.');
  return who;
}
