import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

interface Living {
  readonly isGone: boolean;
  readonly gone: Promise<unknown>;
  end(): Promise<void>;
}

/**
 * The pause before a dead process is replaced. Without it, a process that keeps dying would use all of the
 * processor.
 */
const pauseMs = 5_000;

/**
 * Keeps started processes behind the fence ready, so that a document does not wait for a start. Spares start
 * one after the other at a low weight, which leaves the processor to running documents. A spare that dies
 * while it waits is replaced.
 */
export class Spares<T extends Living> {
  /** In the order of their starts, each with the controller that signals that a document wants it. */
  private readonly ready = new Map<Promise<T>, AbortController>();
  private last: Promise<unknown> = Promise.resolve();
  private isOver = false;

  /** `start` gets a signal that a document wants the process; until then it starts at a low weight. */
  constructor(
    private readonly start: (wanted: AbortSignal) => Promise<T>,
    private readonly count: number,
    private readonly logger: Logger,
    private readonly pause = pauseMs,
  ) {
    this.fill();
  }

  /**
   * Takes a living process. Its replacement starts at once when no other process is ready, otherwise at the
   * next `fill` or after this process has ended, so that the start does not slow its work.
   * @throws the error of the start when none was ready
   */
  async takeProcess(): Promise<T> {
    const [[spare, wanted] = []] = this.ready;
    if (spare) this.ready.delete(spare);
    wanted?.abort();
    if (this.ready.size === 0) this.fill();
    const taken = await spare?.catch(() => undefined);
    if (!taken || taken.isGone) {
      await taken?.end();
      return this.start(AbortSignal.abort());
    }
    void taken.gone.then(() => {
      this.fill();
    });
    return taken;
  }

  async end(): Promise<void> {
    this.isOver = true;
    // Starting processes go on at full weight, because `end` waits for them below.
    for (const wanted of this.ready.values()) wanted.abort();
    const spares = await Promise.allSettled(this.ready.keys());
    this.ready.clear();
    for (const spare of spares) if (spare.status === 'fulfilled') await spare.value.end();
  }

  /** Starts processes until as many stand by as should. */
  fill(): void {
    while (!this.isOver && this.ready.size < this.count) {
      const wanted = new AbortController();
      const spare = this.last.then(() => this.startUnlessOver(wanted.signal));
      this.ready.set(spare, wanted);
      this.last = spare.catch((error: unknown) => {
        if (!this.isOver) this.logger.error({ err: error }, 'a process behind the fence cannot be started');
      });
      this.replaceWhenGone(spare).catch((error: unknown) => {
        this.logger.error({ err: error }, 'a spare process behind the fence cannot be replaced');
      });
    }
  }

  private startUnlessOver(wanted: AbortSignal): Promise<T> {
    if (this.isOver) throw new Error('The converter is stopping');
    return this.start(wanted);
  }

  /** A failed start is not repeated here: `takeProcess` starts again, and throws the error. */
  private async replaceWhenGone(spare: Promise<T>): Promise<void> {
    const living = await spare.catch(() => undefined);
    await living?.gone;
    if (!living || this.isOver || !this.ready.delete(spare)) return;
    this.logger.warn('a spare process behind the fence has ended, and is replaced');
    await living.end();
    await sleep(this.pause, undefined, { ref: false });
    this.fill();
  }
}
