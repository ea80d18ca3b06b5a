import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '../processes/child.js';
import { hasPrinted, untilReady } from '../processes/ready.js';
import { toolPath } from '../tools.js';

export interface NatsOptions {
  /** Holds the configuration and, below it, JetStream's store. */
  readonly folder: string;
  readonly port: number;
  readonly logFile: string;
}

/** A NATS server of our own with JetStream, on 127.0.0.1. */
export class NatsServer {
  private constructor(
    private readonly options: NatsOptions,
    private current: Child,
  ) {}

  static async start(options: NatsOptions): Promise<NatsServer> {
    return new NatsServer(options, await startChild(options));
  }

  get url(): string {
    return `nats://127.0.0.1:${this.options.port}`;
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
    rmSync(join(this.options.folder, 'jetstream'), { recursive: true, force: true });
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

async function startChild({ folder, port, logFile }: NatsOptions): Promise<Child> {
  mkdirSync(folder, { recursive: true });
  const configuration = join(folder, 'nats.conf');
  writeFileSync(configuration, configurationFor(port, join(folder, 'jetstream')));
  const child = Child.start({
    name: 'NATS',
    program: toolPath('nats-server'),
    args: ['-c', configuration],
    logFile,
  });
  await untilReady(child, hasPrinted('Server is ready'));
  return child;
}

/** No monitoring port, no cluster: one server that only this machine can reach. Store paths are quoted as JSON is. */
function configurationFor(port: number, store: string): string {
  return [
    `listen: "127.0.0.1:${port}"`,
    'server_name: sixpence',
    'max_payload: 1MB',
    `jetstream { store_dir: ${JSON.stringify(store)}, max_mem: 64MB, max_file: 4GB }`,
    '',
  ].join('\n');
}
