import { Child } from '@sixpence/sandbox/processes/child';
import { untilReady } from '@sixpence/sandbox/processes/ready';
import type { Service } from '@sixpence/sandbox/services/service-commands';

/** A real process of the service in a test: it can crash, end in good order, come back, and be read. */
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

  /** What it has printed since it was last started. */
  log(): string {
    return this.current.log();
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    await this.current.kill();
  }

  /** Ends it in good order, as an upgrade would; answers its exit status. */
  async stop(): Promise<number | null> {
    return (await this.current.stop()).code;
  }

  /** Starts it again, on the same ports and data, after ending it if it still runs. Ready when this answers. */
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
