import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NatsServer } from '../nats/server.js';
import { PostgresServer, type DatabaseRole } from '../postgres/server.js';
import { freePort } from './free-port.js';
import { shortLivedFolder } from './short-lived-folder.js';

/** The servers that the test files of one run share: one PostgreSQL and one NATS. */
export interface SharedServices {
  /** The superuser's address. It ends with a slash; append a database's name. */
  readonly postgresUrl: string;
  /** The address for the role that owns the databases, then for the role with which the service connects. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly natsUrl: string;
}

const VARIABLE = 'SIXPENCE_TEST_SERVICES';

/**
 * Starts PostgreSQL and NATS on free ports with their data in a temporary folder, on a disk if `durable`.
 * @returns a function that ends both and removes their data
 */
export async function startSharedServices({ durable = false } = {}): Promise<() => Promise<void>> {
  const prefix = 'sixpence-test-';
  const folder = durable ? mkdtempSync(join(tmpdir(), prefix)) : shortLivedFolder(prefix);
  const postgres = PostgresServer.start({
    dataFolder: join(folder, 'postgres'),
    port: await freePort(),
    passwords: { superuser: 'test', owner: 'test', app: 'test' },
    logFile: join(folder, 'postgres.log'),
    durable,
  });
  const nats = NatsServer.start({
    folder: join(folder, 'nats'),
    port: await freePort(),
    logFile: join(folder, 'nats.log'),
  });
  const servers = await Promise.all([postgres, nats]);
  const url = (role: DatabaseRole) => servers[0].url('', role);
  announce({
    postgresUrl: url('superuser'),
    ownerUrl: url('owner'),
    appUrl: url('app'),
    natsUrl: servers[1].url,
  });
  return async () => {
    await Promise.all(servers.map((server) => server.discard()));
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Jest's workers inherit the environment of the process that started the services. */
function announce(services: SharedServices): void {
  process.env[VARIABLE] = JSON.stringify(services);
}

/** Whether this process, or a process that started it, has started the services. */
export function areServicesShared(): boolean {
  return process.env[VARIABLE] !== undefined;
}

/** @throws Error when the test's Jest project has no global set-up */
export function sharedServices(): SharedServices {
  const found = process.env[VARIABLE];
  if (found === undefined) {
    throw new Error(
      'No shared services here: this test belongs below test/integration, test/e2e, or test/faults.',
    );
  }
  return JSON.parse(found) as SharedServices;
}
