import { randomBytes } from 'node:crypto';
import { migrate } from '@sixpence/core/platform/database/migrate';
import { sharedServices } from '@sixpence/sandbox/testing/shared-services';
import { Client, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';

const TEMPLATE = 'sixpence_template';
/** An arbitrary number that no other lock on this server uses. */
const TEMPLATE_LOCK = 660_066;

/**
 * The database's limits for each connection to it, in milliseconds; 0 means no limit. They are part of its
 * addresses and take precedence over a client's own.
 */
export interface Patience {
  readonly lockMs: number;
  readonly statementMs: number;
  /** By default the client's own. */
  readonly idleInTransactionMs?: number;
}

/**
 * On a slow machine dozens of transactions of one test may wait for the same row. The service's limits are
 * two seconds for a lock and five for a statement.
 */
const usualPatience: Patience = { lockMs: 30_000, statementMs: 60_000 };

export interface TestDatabase {
  /** The address for the service's role, which has only the rights that the service needs. */
  readonly url: string;
  /** The same for the role that owns the database. */
  readonly ownerUrl: string;
  /** The same for a superuser, for actions that no role of the service may do. */
  readonly superuserUrl: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/**
 * A migrated database for one test file: a copy of a template that the first test file of a run makes. Takes
 * tens of milliseconds.
 */
export async function createDatabase(patience = usualPatience): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (server) => {
    await makeTemplate(server);
    // Copies files. The default, a copy of pages through the log, takes three times the work.
    await server.query(
      `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy OWNER sixpence_owner`,
    );
  });
  return {
    url: addressOf(name, 'appUrl', patience),
    ownerUrl: addressOf(name, 'ownerUrl', patience),
    superuserUrl: addressOf(name, 'postgresUrl', patience),
    drop: () =>
      onServer(async (server) => {
        await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

/** The lock lets one test file at a time check for the template and make it. It ends with the connection. */
async function makeTemplate(server: Client): Promise<void> {
  await server.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [
    TEMPLATE,
  ]);
  if (rowCount === 1) return;
  await server.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${TEMPLATE} OWNER sixpence_owner`);
  await migrate({
    DATABASE_URL: addressOf(TEMPLATE, 'appUrl'),
    DATABASE_OWNER_URL: addressOf(TEMPLATE, 'ownerUrl'),
  });
  await server.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true`);
}

async function onServer(work: (server: Client) => Promise<void>): Promise<void> {
  await connected(addressOf('postgres', 'postgresUrl'), work);
}

/**
 * Runs SQL that the service itself may not run, such as moving its clock, as the owner of the connected
 * database.
 */
export async function asOwner<Row extends QueryResultRow>(
  database: DataSource,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return connected(await ownerUrlOf(database), async (owner) => (await owner.query<Row>(sql, values)).rows);
}

/** The address of the same database for the role that owns it. */
async function ownerUrlOf(database: DataSource): Promise<string> {
  const [row]: { name: string }[] = await database.query('SELECT current_database() AS name');
  return addressOf(row!.name, 'ownerUrl');
}

/** Runs `work` on its own connection to this address. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A killed server ends the connection. Then the waiting query fails, and so does the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(
  database: string,
  as: 'appUrl' | 'ownerUrl' | 'postgresUrl',
  { lockMs, statementMs, idleInTransactionMs }: Patience = usualPatience,
): string {
  const limits = new URLSearchParams({
    lock_timeout: String(lockMs),
    statement_timeout: String(statementMs),
  });
  if (idleInTransactionMs !== undefined)
    limits.set('idle_in_transaction_session_timeout', String(idleInTransactionMs));
  return `${sharedServices()[as]}${database}?${limits.toString()}`;
}
