import { randomBytes } from 'node:crypto';
import { migrate } from '@sixpence/core/platform/database/migrate';
import { sharedServices } from '@sixpence/sandbox/testing/shared-services';
import { Client, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';

const TEMPLATE = 'sixpence_template';
/** Any number that nothing else on this server locks. */
const TEMPLATE_LOCK = 660_066;

export interface TestDatabase {
  /** What the service connects to, as a role that may do no more than the service must. */
  readonly url: string;
  /** As the role that owns everything in it. */
  readonly ownerUrl: string;
  /** As a superuser, for what no role of the service could do. */
  readonly superuserUrl: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A migrated database of one's own: a copy of a template that the first test file of a run makes. Tens of milliseconds. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (server) => {
    await makeTemplate(server);
    // Its files are copied: page by page through the log, which is the usual way, takes three times the work.
    await server.query(
      `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy OWNER sixpence_owner`,
    );
  });
  return {
    url: addressOf(name, 'appUrl'),
    ownerUrl: addressOf(name, 'ownerUrl'),
    superuserUrl: addressOf(name, 'postgresUrl'),
    drop: () =>
      onServer(async (server) => {
        await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

/** One test file at a time may find the template missing and make it; the lock ends with the connection. */
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

/** What the service itself may not do, such as moving its clock: as the owner of a database that it is connected to. */
export async function asOwner<Row extends QueryResultRow>(
  database: DataSource,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return connected(await ownerUrlOf(database), async (owner) => (await owner.query<Row>(sql, values)).rows);
}

/** The address of the same database for the role that owns it. */
export async function ownerUrlOf(database: DataSource): Promise<string> {
  const [row]: { name: string }[] = await database.query('SELECT current_database() AS name');
  return addressOf(row!.name, 'ownerUrl');
}

/** Works on a connection of its own to this address. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A server that is killed ends it: the statement that waits then fails, and the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * On a slow machine dozens of transactions of one test may wait for the same row. The service refuses after two seconds;
 * here they wait longer, because these settings take precedence over a client's own.
 */
const patience = new URLSearchParams({ lock_timeout: '30000', statement_timeout: '60000' });

function addressOf(database: string, as: 'appUrl' | 'ownerUrl' | 'postgresUrl'): string {
  return `${sharedServices()[as]}${database}?${patience.toString()}`;
}
