import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { Child } from '../processes/child.js';
import { hasPrinted, untilReady } from '../processes/ready.js';
import { toolPath } from '../tools.js';

/** The users of our servers (`accounts.conf`): one for each process of the service that connects to NATS. */
export const natsUsers = ['core', 'converter'] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Readonly<Record<NatsUser, string>>;

export interface NatsOptions {
  /** The folder of the configuration and of JetStream's store. */
  readonly folder: string;
  readonly port: number;
  readonly logFile: string;
  readonly passwords: NatsPasswords;
  /** The server to run; by default the newest that the set-up installed. */
  readonly program?: string;
  /** Allows every client every subject, for tests that need more rights than our processes have. */
  readonly open?: boolean;
}

/** The variables with which a process of the service connects to this server as its own user. */
export interface NatsVariables extends Readonly<Record<string, string>> {
  readonly NATS_URL: string;
  readonly NATS_USER: NatsUser;
  readonly NATS_PASSWORD: string;
}

/** Our own NATS server with JetStream, on 127.0.0.1. It admits only the users of `accounts.conf`. */
export class NatsServer {
  private constructor(
    private readonly options: NatsOptions,
    private current: Child,
  ) {}

  /** Missing passwords are generated. */
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

  /**
   * Kills the server, as a crash would. After `restart`, it has every message that JetStream has
   * acknowledged.
   */
  async kill(): Promise<void> {
    await this.current.kill();
  }

  async restart(): Promise<void> {
    await this.current.stop();
    this.current = await startChild(this.options);
  }

  /** Kills the server, as a crash would, and restarts it with an empty store: all streams are lost. */
  async restartEmpty(): Promise<void> {
    await this.current.kill();
    rmSync(this.store, { recursive: true, force: true });
    this.current = await startChild(this.options);
  }

  /** Kills the server, as a crash would, copies its store, and restarts it. */
  async copyStore(): Promise<void> {
    await this.current.kill();
    cpSync(this.store, this.copy, { recursive: true });
    this.current = await startChild(this.options);
  }

  /**
   * Kills the server, as a crash would, and restarts it with the copy: messages that it acknowledged after
   * the copy are lost.
   */
  async restoreCopy(): Promise<void> {
    await this.current.kill();
    rmSync(this.store, { recursive: true, force: true });
    cpSync(this.copy, this.store, { recursive: true });
    this.current = await startChild(this.options);
  }

  async stop(): Promise<void> {
    await this.current.stop();
  }

  /** Ends the server, and removes its store. */
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

/**
 * No monitoring port, no cluster: one server that only this machine can reach. Store paths are quoted as in
 * JSON.
 */
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
