import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

interface Living {
  readonly isGone: boolean;
  /** Resolves as soon as it is gone. */
  readonly gone: Promise<unknown>;
  end(): Promise<void>;
}

/** A process that keeps ending is started again only after this pause, or its starts would take the whole processor. */
const pauseMs = 5_000;

/**
 * Processes that stand ready behind the fence, so that a document finds one waiting. They are started one after the
 * other, and in no hurry, to leave the processor to the documents at work; one that dies while it stands by is replaced.
 */
export class Spares<T extends Living> {
  /** In the order of their starts, each with what tells it that it is wanted. */
  private readonly ready = new Map<Promise<T>, AbortController>();
  private last: Promise<unknown> = Promise.resolve();
  private isOver = false;

  /** `start` gets a signal that somebody wants what it starts; until then it is in no hurry. */
  constructor(
    private readonly start: (wanted: AbortSignal) => Promise<T>,
    private readonly count: number,
    private readonly logger: Logger,
    private readonly pause = pauseMs,
  ) {
    this.fill();
  }

  /**
   * One that lives. The next is started for it: at once when nothing stands by any more, otherwise when it is gone, so
   * that a start does not slow down its work. @throws what its start does, when none stood by
   */
  async take(): Promise<T> {
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
    // The end waits for what is starting.
    for (const wanted of this.ready.values()) wanted.abort();
    const spares = await Promise.allSettled(this.ready.keys());
    this.ready.clear();
    for (const spare of spares) if (spare.status === 'fulfilled') await spare.value.end();
  }

  private fill(): void {
    while (!this.isOver && this.ready.size < this.count) {
      const wanted = new AbortController();
      const spare = this.last.then(() => this.startUnlessOver(wanted.signal));
      this.ready.set(spare, wanted);
      this.last = spare.catch((error: unknown) => {
        if (!this.isOver) this.logger.error({ err: error }, 'the fence cannot start a process');
      });
      this.replaceWhenGone(spare).catch((error: unknown) => {
        this.logger.error({ err: error }, 'the fence cannot replace a process that stood by');
      });
    }
  }

  private startUnlessOver(wanted: AbortSignal): Promise<T> {
    if (this.isOver) throw new Error('The converter is stopping');
    return this.start(wanted);
  }

  /** A start that failed is not repeated here: `take` starts again, and throws the reason. */
  private async replaceWhenGone(spare: Promise<T>): Promise<void> {
    const living = await spare.catch(() => undefined);
    await living?.gone;
    if (!living || this.isOver || !this.ready.delete(spare)) return;
    this.logger.warn('a process that stood by behind the fence has ended, and is replaced');
    await living.end();
    await sleep(this.pause, undefined, { ref: false });
    this.fill();
  }
}
