import { randomBytes } from 'node:crypto';
import { migrate } from '@sixpence/core/database/migrate';
import { sharedServices } from '@sixpence/sandbox/testing/shared-services';
import { Client } from 'pg';

const TEMPLATE = 'sixpence_template';
/** Any number that nothing else on this server locks. */
const TEMPLATE_LOCK = 660_066;

export interface TestDatabase {
  readonly url: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A migrated database of one's own: a copy of a template that the first test file of a run makes. Tens of milliseconds. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (server) => {
    await makeTemplate(server);
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  });
  return {
    url: urlOf(name),
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
  await server.query(`CREATE DATABASE ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));
  await server.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true`);
}

async function onServer(work: (server: Client) => Promise<void>): Promise<void> {
  const server = new Client({ connectionString: urlOf('postgres') });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

/**
 * On a slow machine dozens of transactions of one test may wait for the same row. The service refuses after two seconds;
 * here they wait longer, because these settings take precedence over a client's own.
 */
const patience = new URLSearchParams({ lock_timeout: '30000', statement_timeout: '60000' });

function urlOf(database: string): string {
  return `${sharedServices().postgresUrl}${database}?${patience.toString()}`;
}
