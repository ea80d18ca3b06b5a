import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../processes/child.js';
import { checkout } from '../checkout.js';
import { hasPrinted, untilReady } from '../processes/ready.js';
import { postgresFolder } from './binaries.js';
import { postgresHome, type PostgresHome } from './run-as.js';

/** The users of the database. The superuser only makes the other two (`apps/sandbox/postgres/roles.sql`). */
const roles = { superuser: 'sixpence', owner: 'sixpence_owner', app: 'sixpence_app' } as const;

export type DatabaseRole = keyof typeof roles;

export interface PostgresOptions {
  readonly dataFolder: string;
  readonly port: number;
  readonly passwords: Readonly<Record<DatabaseRole, string>>;
  readonly logFile: string;
  /** False is faster but not safe against power loss: only for test data. */
  readonly durable: boolean;
}

/** The sandbox's database. Tests make their own databases. */
export const SANDBOX_DATABASE = 'sixpence';

/** Our own PostgreSQL server on 127.0.0.1, never the machine's. It makes a missing data folder. */
export class PostgresServer {
  private constructor(
    private readonly options: PostgresOptions,
    private readonly home: PostgresHome,
    readonly child: Child,
  ) {}

  static async start(options: PostgresOptions): Promise<PostgresServer> {
    const home = postgresHome(postgresFolder(), options.dataFolder);
    if (existsSync(join(home.dataFolder, 'PG_VERSION'))) refuseOtherVersion(home);
    else {
      initialise(home, options.passwords.superuser);
      runSingleUser(home, { database: 'postgres', sql: `CREATE DATABASE ${SANDBOX_DATABASE};\n\n` });
    }
    // Runs at every start, because a data folder of an earlier version lacks these roles.
    runSingleUser(home, { database: SANDBOX_DATABASE, sql: rolesSql(options.passwords) });
    const child = Child.start(command(home, options));
    await untilReady(child, hasPrinted('database system is ready to accept connections'));
    return new PostgresServer(options, home, child);
  }

  /** The address of one database on this server, for one of its roles. */
  url(database: string, role: DatabaseRole): string {
    const { passwords, port } = this.options;
    return `postgres://${roles[role]}:${passwords[role]}@127.0.0.1:${port}/${database}`;
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }

  /**
   * Ends the server and removes its data. A clean stop is needed, because a crash would leave shared memory
   * behind.
   */
  async discard(): Promise<void> {
    await this.child.stop();
    rmSync(this.home.dataFolder, { recursive: true, force: true });
  }
}

/** Removes the data of a server that is not running, also data outside of the data folder. */
export function removePostgres(dataFolder: string): void {
  rmSync(postgresHome(postgresFolder(), dataFolder).dataFolder, { recursive: true, force: true });
}

function command(home: PostgresHome, options: PostgresOptions) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program = '', ...args]: string[] = [
    ...home.prefix,
    join(home.binaries, 'bin/postgres'),
    '-D',
    home.dataFolder,
    '-p',
    String(options.port),
    ...flags,
  ];
  // SIGINT is PostgreSQL's "fast shutdown": it rolls back open transactions and does not wait for clients to
  // disconnect.
  return {
    name: 'PostgreSQL',
    program,
    args,
    env: ENVIRONMENT,
    logFile: options.logFile,
    stopSignal: 'SIGINT',
  } as const;
}

/**
 * The C locale is part of the bundle. The machine's own locale may not be installed, and the readiness check
 * reads English.
 */
const ENVIRONMENT = { LC_ALL: 'C', LC_MESSAGES: 'C', PGDATA: undefined, PGPORT: undefined };

function initialise(home: PostgresHome, password: string): void {
  mkdirSync(home.dataFolder, { recursive: true, mode: 0o700 });
  const secret = mkdtempSync(join(tmpdir(), 'sixpence-'));
  const passwordFile = join(secret, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (home.owner !== undefined)
    for (const path of [secret, passwordFile]) chownSync(path, home.owner, home.owner);
  const [program = '', ...args]: string[] = [
    ...home.prefix,
    join(home.binaries, 'bin/initdb'),
    '-D',
    home.dataFolder,
    '-U',
    roles.superuser,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ];
  const done = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...ENVIRONMENT } });
  rmSync(secret, { recursive: true });
  if (done.status !== 0) {
    rmSync(home.dataFolder, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not make its data folder ${home.dataFolder}: ${done.stderr}`, {
      cause: done.error,
    });
  }
}

function rolesSql({ owner, app }: PostgresOptions['passwords']): string {
  const text = readFileSync(join(checkout, 'apps/sandbox/postgres/roles.sql'), 'utf8');
  return text.replace(":'owner_password'", quoted(owner)).replace(":'app_password'", quoted(app));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Runs SQL in PostgreSQL's single-user mode, before the server starts. It reads statements from standard
 * input, each up to a blank line, so no client is needed.
 */
function runSingleUser(home: PostgresHome, { database, sql }: { database: string; sql: string }): void {
  const [program = '', ...args]: string[] = [
    ...home.prefix,
    join(home.binaries, 'bin/postgres'),
    '--single',
    '-j',
    '-c',
    'exit_on_error=on',
    '-D',
    home.dataFolder,
    database,
  ];
  const done = spawnSync(program, args, {
    input: sql,
    encoding: 'utf8',
    env: { ...process.env, ...ENVIRONMENT },
  });
  if (done.status !== 0) {
    throw new Error(`PostgreSQL could not make its databases and roles: ${done.stderr}`, {
      cause: done.error,
    });
  }
}

function refuseOtherVersion(home: PostgresHome): void {
  const made = readFileSync(join(home.dataFolder, 'PG_VERSION'), 'utf8').trim();
  const { stdout } = spawnSync(join(home.binaries, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  const have = / (\d+)/.exec(stdout)?.[1];
  if (have !== made) {
    throw new Error(
      `The data in ${home.dataFolder} was made by PostgreSQL ${made}, and this is ${have ?? 'another'}. ` +
        'npm start -- --fresh removes it and starts with an empty database.',
    );
  }
}
