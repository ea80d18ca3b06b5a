import { Child } from '@sixpence/sandbox/processes/child';
import { untilReady } from '@sixpence/sandbox/processes/ready';
import type { Service } from '@sixpence/sandbox/services/service-commands';

/** A real process of the service in a test. The test can kill, stop, and restart it, and read its output. */
export class ServiceProcess {
  private constructor(
    private readonly service: Service,
    private current: Child,
  ) {}

  static async start(service: Service): Promise<ServiceProcess> {
    return new ServiceProcess(service, await startChild(service));
  }

  get pid(): number {
    return this.current.pid;
  }

  get running(): boolean {
    return this.current.running;
  }

  /** Its output since its last start. */
  log(): string {
    return this.current.log();
  }

  /** Kills it, as a crash would. */
  async kill(): Promise<void> {
    await this.current.kill();
  }

  /**
   * Stops it, as an upgrade would.
   * @returns its exit status
   */
  async stop(): Promise<number | null> {
    return (await this.current.stop()).code;
  }

  /** Starts it again on the same ports and data, and stops it first if it runs. Resolves when it is ready. */
  async restart(): Promise<void> {
    if (this.current.running) await this.current.stop();
    this.current = await startChild(this.service);
  }
}

async function startChild({ command, ready }: Service): Promise<Child> {
  const child = Child.start(command);
  await untilReady(child, ready);
  return child;
}
