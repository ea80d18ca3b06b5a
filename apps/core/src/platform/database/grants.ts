import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.js';
import { all, type Queries } from './sql.js';

/**
 * Rights of the application's role on tables that it may not write freely. On every other table it may
 * SELECT, INSERT, UPDATE, and DELETE.
 */
export const limitedRights: Readonly<Record<string, string>> = {
  // Only tests shift the clock.
  clock_shift: 'SELECT',
  migrations: 'SELECT',
  audit: 'SELECT, INSERT',
  // An imported balance is never changed; a claim sets only its own two columns.
  legacy_balances: 'SELECT, INSERT, UPDATE (claimed_by, claimed_at)',
  // A payment is never deleted and never changes its owner or currency.
  payments:
    'SELECT, INSERT, UPDATE (amount_minor, asked_minor, intent_id, state, number, method, last_four, ' +
    'declines, credited_at, refunded_minor, looks, next_look_at, updated_at)',
  // Refunds and disputes are never deleted. Only their progress changes.
  payment_refunds: 'SELECT, INSERT, UPDATE (state, provider_id, key_number, looks, next_look_at, updated_at)',
  payment_disputes: 'SELECT, INSERT, UPDATE (state, turns, claimed_minor, taken_minor, updated_at)',
  // Only the ledger's functions write these tables, with their owner's rights.
  ledger_accounts: 'SELECT',
  transfer_kinds: 'SELECT',
  transfers: 'SELECT',
  settlements: 'SELECT',
  ledger_movements: 'SELECT',
  ledger_checkpoints: 'SELECT',
};

const everyRow = 'SELECT, INSERT, UPDATE, DELETE';

/**
 * Grants the role of `applicationUrl` its rights and revokes all others. Runs after each migration, because a
 * new table is accessible to its owner only. Does nothing when owner and application are the same role.
 */
export async function grantRights(owner: DataSource, applicationUrl: string): Promise<void> {
  const { role } = await roleOfUrl(applicationUrl);
  const { role: ownerRole, database } = await connectedRole(owner);
  if (role === ownerRole) return;
  const tables = await all<{ name: string }>(
    owner,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
       AND pg_has_role(relowner, 'USAGE')`,
  );
  const statements = [
    `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`,
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, ${role}`,
    ...tables.map(({ name }) => `GRANT ${limitedRights[name] ?? everyRow} ON public."${name}" TO ${role}`),
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM PUBLIC, ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    // PostgreSQL lets PUBLIC execute every new function, also one with its owner's rights.
    `REVOKE ALL ON ALL ROUTINES IN SCHEMA public FROM PUBLIC, ${role}`,
    `GRANT EXECUTE ON ALL ROUTINES IN SCHEMA public TO ${role}`,
  ];
  // One transaction, so that a running core never lacks a right in between.
  await owner.query(statements.join(';\n'));
}

async function roleOfUrl(url: string): Promise<ConnectedRole> {
  const database = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    return await connectedRole(database);
  } finally {
    await database.destroy();
  }
}

/** Both names are quoted as SQL identifiers. */
interface ConnectedRole {
  role: string;
  database: string;
}

async function connectedRole(queries: Queries): Promise<ConnectedRole> {
  const sql = 'SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database';
  const [connected] = await all<ConnectedRole>(queries, sql);
  if (connected === undefined) throw new Error('The database returned no role of the connection');
  return connected;
}
