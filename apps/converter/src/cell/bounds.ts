import type { Logger } from 'pino';
import type { Place } from '../lanes.js';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import type { End } from './cell.js';
import { usageOfTrees, type Usage } from './process-trees.js';
import { weigh, weights } from './weight.js';

const watchEveryMs = 100;

/**
 * On a busy machine a document may take so many times its processor time by the clock: less than the addresses are
 * good for to which its pages go.
 */
const clockTimes = 4;

interface Killable {
  readonly pid: number;
  kill(): void;
}

/**
 * The time and memory of one document, and its place: all processes that work on it end when it has used them up, or lost
 * that. When it goes behind others they get little of the processor while those want it. Time is the processor's time of
 * its own processes, because a document does not fail for the work of others; the clock ends only a document that has stood
 * still for as long, or takes several times as long.
 */
export class Bounds {
  /** Why it was stopped, if it was. */
  reason: Error | undefined;
  /** The processor time that each worker had taken for other documents. */
  private readonly workers = new Map<Killable, number>();
  private mostBytes = 0;
  /** Of workers that were released. */
  private releasedMs = 0;
  private spentMs = 0;
  private readonly begunAtMs = performance.now();
  private movedAtMs = performance.now();
  private readonly watch: NodeJS.Timeout;

  constructor(
    private readonly most: { conversionMs: number; memoryBytes: number },
    private readonly logger: Logger,
    private readonly place: Place,
    private readonly usageOf: (pids: readonly number[]) => Usage = usageOfTrees,
  ) {
    this.watch = setInterval(() => {
      this.look();
    }, watchEveryMs);
    for (const signal of [place.behind, place.last]) {
      whenAborted(signal, () => {
        this.makeWay();
      });
    }
    whenAborted(place.lost, () => {
      this.stop(place.lost.reason as Error);
    });
  }

  /** From now on the worker is ended with this document, if need be. */
  hold(worker: Killable): void {
    this.workers.set(worker, this.usageOf([worker.pid]).processorMs);
    if (this.reason) worker.kill();
    else if (this.weight !== weights.ordinary) weigh(worker.pid, this.weight, this.logger);
  }

  release(worker: Killable): void {
    const before = this.workers.get(worker);
    if (before !== undefined) this.releasedMs += this.usageOf([worker.pid]).processorMs - before;
    this.workers.delete(worker);
    if (this.weight !== weights.ordinary) weigh(worker.pid, weights.ordinary, this.logger);
  }

  /** @throws the reason when the document was stopped */
  check(): void {
    if (this.reason) throw this.reason;
  }

  /**
   * Whether it was seen to take so much memory that a program which gave up did so for want of it: between two looks
   * it may have asked for the rest, which the kernel refused.
   */
  get tookMuchMemory(): boolean {
    return this.mostBytes > this.most.memoryBytes / 2;
  }

  end(): void {
    clearInterval(this.watch);
    this.workers.clear();
  }

  private get weight() {
    if (this.place.last.aborted) return weights.last;
    return this.place.behind.aborted ? weights.behind : weights.ordinary;
  }

  private makeWay(): void {
    for (const { pid } of this.workers.keys()) weigh(pid, this.weight, this.logger);
  }

  private stop(reason: Error): void {
    this.reason ??= reason;
    for (const worker of this.workers.keys()) worker.kill();
  }

  private look(): void {
    try {
      const { processes, residentBytes, processorMs } = this.usageOf(
        [...this.workers.keys()].map(({ pid }) => pid),
      );
      this.mostBytes = Math.max(this.mostBytes, residentBytes);
      if (residentBytes > this.most.memoryBytes || processes > limits.processes) {
        this.stop(new Unconvertible('too-large'));
      }
      this.lookAtTime(processorMs);
    } catch (error) {
      this.logger.warn({ err: error }, 'time and memory behind the fence cannot be watched');
    }
  }

  private lookAtTime(processorMs: number): void {
    const before = [...this.workers.values()].reduce((sum, each) => sum + each, 0);
    const spentMs = this.releasedMs + processorMs - before;
    const nowMs = performance.now();
    if (spentMs > this.spentMs) this.movedAtMs = nowMs;
    this.spentMs = spentMs;
    const { conversionMs } = this.most;
    const isOver =
      spentMs >= conversionMs ||
      nowMs - this.movedAtMs >= conversionMs ||
      nowMs - this.begunAtMs >= clockTimes * conversionMs;
    if (isOver) this.stop(new Unconvertible('timeout'));
  }
}

/** A program gives up for many reasons; that memory was the one has to have been seen. */
export async function ranOutOfMemory(
  program: { howItEnded: () => Promise<End> },
  bounds: Bounds,
): Promise<boolean> {
  const end = await program.howItEnded();
  return end === 'killed' || (end === 'aborted' && bounds.tookMuchMemory);
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
