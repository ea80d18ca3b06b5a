import type { Logger } from 'pino';

interface Living {
  readonly isGone: boolean;
  end(): Promise<void>;
}

/**
 * Processes that stand ready behind the fence, so that a document finds one waiting. They are started one after the
 * other, to leave the processor to the documents at work.
 */
export class Spares<T extends Living> {
  private readonly ready: Promise<T>[] = [];
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly start: () => Promise<T>,
    private readonly count: number,
    private readonly logger: Logger,
  ) {
    this.fill();
  }

  /** One that lives; the next is started for it. */
  async take(): Promise<T> {
    const spare = this.ready.shift();
    this.fill();
    const taken = await spare?.catch(() => undefined);
    if (taken && !taken.isGone) return taken;
    await taken?.end();
    return this.start();
  }

  async end(): Promise<void> {
    const spares = await Promise.allSettled(this.ready.splice(0));
    for (const spare of spares) if (spare.status === 'fulfilled') await spare.value.end();
  }

  private fill(): void {
    while (this.ready.length < this.count) {
      const spare = this.last.then(() => this.start());
      this.last = spare.catch((error: unknown) => {
        this.logger.error({ err: error }, 'the fence cannot start a process');
      });
      this.ready.push(spare);
    }
  }
}
