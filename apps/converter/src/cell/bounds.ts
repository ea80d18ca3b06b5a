import type { Logger } from 'pino';
import type { Place } from '../lanes.js';
import { Unconvertible } from '../unconvertible.js';
import type { End } from './cell.js';
import { memoryOfTrees } from './process-trees.js';
import { weigh, weights } from './weight.js';

const watchEveryMs = 100;

interface Killable {
  readonly pid: number;
  kill(): void;
}

/**
 * The time and memory of one document, and its place: all processes that work on it end when it has used them up, or lost
 * that. When it goes behind others they get little of the processor while those want it.
 */
export class Bounds {
  /** Why it was stopped, if it was. */
  reason: Error | undefined;
  private readonly workers = new Set<Killable>();
  private mostBytes = 0;
  private readonly deadline: NodeJS.Timeout;
  private readonly watch: NodeJS.Timeout;

  constructor(
    private readonly most: { conversionMs: number; memoryBytes: number },
    private readonly logger: Logger,
    private readonly place: Place,
  ) {
    this.deadline = setTimeout(() => {
      this.stop(new Unconvertible('timeout'));
    }, most.conversionMs);
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
    this.workers.add(worker);
    if (this.reason) worker.kill();
    else if (this.weight !== weights.ordinary) weigh(worker.pid, this.weight, this.logger);
  }

  release(worker: Killable): void {
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
    clearTimeout(this.deadline);
    clearInterval(this.watch);
    this.workers.clear();
  }

  private get weight() {
    if (this.place.last.aborted) return weights.last;
    return this.place.behind.aborted ? weights.behind : weights.ordinary;
  }

  private makeWay(): void {
    for (const { pid } of this.workers) weigh(pid, this.weight, this.logger);
  }

  private stop(reason: Error): void {
    this.reason ??= reason;
    for (const worker of this.workers) worker.kill();
  }

  private look(): void {
    try {
      const bytes = memoryOfTrees([...this.workers].map(({ pid }) => pid));
      this.mostBytes = Math.max(this.mostBytes, bytes);
      if (bytes > this.most.memoryBytes) this.stop(new Unconvertible('too-large'));
    } catch (error) {
      this.logger.warn({ err: error }, 'memory behind the fence cannot be watched');
    }
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
