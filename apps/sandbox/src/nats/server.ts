import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { Child } from '../processes/child.js';
import { hasPrinted, untilReady } from '../processes/ready.js';
import { toolPath } from '../tools.js';

/** The users of our servers (`accounts.conf`): one for each process of the service that speaks with NATS. */
export const natsUsers = ['core', 'converter'] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Readonly<Record<NatsUser, string>>;

export interface NatsOptions {
  /** Holds the configuration and, below it, JetStream's store. */
  readonly folder: string;
  readonly port: number;
  readonly logFile: string;
  readonly passwords: NatsPasswords;
  /** Another one than the newest that the set-up got. */
  readonly program?: string;
  /** Lets everybody do everything, for tests that need more than any process of ours may. */
  readonly open?: boolean;
}

/** Variables by which a process of the service reaches this server as itself. */
export interface NatsVariables extends Readonly<Record<string, string>> {
  readonly NATS_URL: string;
  readonly NATS_USER: NatsUser;
  readonly NATS_PASSWORD: string;
}

/** A NATS server of our own with JetStream, on 127.0.0.1, for the users of `accounts.conf` alone. */
export class NatsServer {
  private constructor(
    private readonly options: NatsOptions,
    private current: Child,
  ) {}

  /** Passwords are made where none are given. */
  static async start(given: Omit<NatsOptions, 'passwords'> & Partial<NatsOptions>): Promise<NatsServer> {
    const options = { passwords: newPasswords(), ...given };
    return new NatsServer(options, await startChild(options));
  }

  get url(): string {
    return `nats://127.0.0.1:${this.options.port}`;
  }

  private get store(): string {
    return join(this.options.folder, 'jetstream');
  }

  private get copy(): string {
    return join(this.options.folder, 'jetstream-copy');
  }

  variablesOf(user: NatsUser): NatsVariables {
    return { NATS_URL: this.url, NATS_USER: user, NATS_PASSWORD: this.options.passwords[user] };
  }

  get child(): Child {
    return this.current;
  }

  /** Ends it as a crash would. What JetStream has acknowledged is there again after `restart`. */
  async kill(): Promise<void> {
    await this.current.kill();
  }

  async restart(): Promise<void> {
    await this.current.stop();
    this.current = await startChild(this.options);
  }

  /** Ends it as a crash would and starts it again with an empty store: it has forgotten every stream. */
  async forget(): Promise<void> {
    await this.current.kill();
    rmSync(this.store, { recursive: true, force: true });
    this.current = await startChild(this.options);
  }

  /** Copies its store as it is now; it is ended as a crash would and started again for that. */
  async keepCopy(): Promise<void> {
    await this.current.kill();
    cpSync(this.store, this.copy, { recursive: true });
    this.current = await startChild(this.options);
  }

  /** Ends it as a crash would and starts it again with the copy: what it acknowledged since then it has forgotten. */
  async restoreCopy(): Promise<void> {
    await this.current.kill();
    rmSync(this.store, { recursive: true, force: true });
    cpSync(this.copy, this.store, { recursive: true });
    this.current = await startChild(this.options);
  }

  async stop(): Promise<void> {
    await this.current.stop();
  }

  /** Removes the store too. */
  async discard(): Promise<void> {
    await this.current.kill();
    rmSync(this.options.folder, { recursive: true, force: true });
  }
}

export function newPasswords(): NatsPasswords {
  const passwords = natsUsers.map((user) => [user, randomBytes(32).toString('base64url')]);
  return Object.fromEntries(passwords) as NatsPasswords;
}

async function startChild({
  folder,
  port,
  logFile,
  passwords,
  program,
  open = false,
}: NatsOptions): Promise<Child> {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(checkout, 'apps/sandbox/nats/accounts.conf'), join(folder, 'accounts.conf'));
  const configuration = join(folder, 'nats.conf');
  writeFileSync(configuration, configurationFor({ port, store: join(folder, 'jetstream'), open }));
  const child = Child.start({
    name: 'NATS',
    program: program ?? toolPath('nats-server'),
    args: ['-c', configuration],
    env: {
      NATS_CORE_PASSWORD: JSON.stringify(passwords.core),
      NATS_CONVERTER_PASSWORD: JSON.stringify(passwords.converter),
    },
    logFile,
  });
  await untilReady(child, hasPrinted('Server is ready'));
  return child;
}

/** No monitoring port, no cluster: one server that only this machine can reach. Store paths are quoted as JSON is. */
function configurationFor({ port, store, open }: { port: number; store: string; open: boolean }): string {
  return [
    `listen: "127.0.0.1:${port}"`,
    'server_name: sixpence',
    'max_payload: 1MB',
    ...(open ? [] : ['include ./accounts.conf']),
    `jetstream { store_dir: ${JSON.stringify(store)}, max_mem: 64MB, max_file: 4GB }`,
    '',
  ].join('\n');
}
