import type { Logger } from 'pino';
import type { LanePlace } from '../lanes.js';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import type { End } from './fenced-process.js';
import { usageOfTrees, type Usage } from './process-trees.js';
import { weigh, weights } from './weight.js';

const watchEveryMs = 100;
/** Documents that are watched at nearly the same moment share a measurement. */
const shareForMs = 50;

/**
 * A document may take this many times its processor time by the clock, on a busy machine. The result is
 * shorter than the life of the upload addresses.
 */
const clockTimes = 4;

interface Killable {
  readonly pid: number;
  kill(): void;
}

/**
 * Enforces the time and memory of one document, and the loss of its place: its processes are killed when a
 * bound is reached or the place is lost. When the place gets a lower weight, the document's processes get
 * less of a busy processor. Time is the processor time of its own processes, so that a document does not fail
 * because of other documents. The clock ends only a document that stands still for that long, or takes
 * several times as long.
 */
export class Bounds {
  /** The reason why the document was stopped. */
  reason: Error | undefined;
  /** The processor time of each worker before it was held, and since then at the last measurement. */
  private readonly workers = new Map<Killable, { beforeMs: number; usedMs: number }>();
  private mostBytes = 0;
  /** The processor time of released workers for this document. */
  private releasedMs = 0;
  private spentMs = 0;
  private readonly begunAtMs = performance.now();
  private movedAtMs = performance.now();
  private readonly watch: NodeJS.Timeout;

  constructor(
    private readonly most: { conversionMs: number; memoryBytes: number },
    private readonly logger: Logger,
    private readonly place: LanePlace,
    private readonly usageOf: (pids: readonly number[], ageMs?: number) => Usage = usageOfTrees,
  ) {
    this.watch = setInterval(() => {
      this.measure();
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

  /** From now on the worker counts towards these bounds, and is killed when the document is stopped. */
  enforceOn(worker: Killable): void {
    this.workers.set(worker, { beforeMs: this.usageOf([worker.pid]).processorMs, usedMs: 0 });
    if (this.reason) worker.kill();
    else if (this.weight !== weights.ordinary) weigh(worker.pid, this.weight, this.logger);
  }

  release(worker: Killable): void {
    const held = this.workers.get(worker);
    // Of a worker that has ended, only the last measurement tells the time.
    if (held)
      this.releasedMs += Math.max(held.usedMs, this.usageOf([worker.pid]).processorMs - held.beforeMs);
    this.workers.delete(worker);
    if (this.weight !== weights.ordinary) weigh(worker.pid, weights.ordinary, this.logger);
  }

  /** @throws the reason when the document was stopped */
  check(): void {
    if (this.reason) throw this.reason;
  }

  /**
   * Whether so much memory was measured that memory explains why a program gave up: between two measurements
   * it may have requested the rest, which the kernel refused.
   */
  get tookMuchMemory(): boolean {
    return this.mostBytes > this.most.memoryBytes / 2;
  }

  end(): void {
    clearInterval(this.watch);
    this.workers.clear();
  }

  private get weight() {
    // `last` is the lowest weight.
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

  private measure(): void {
    try {
      const sum = { processes: 0, residentBytes: 0, usedMs: 0 };
      for (const [{ pid }, held] of this.workers) {
        const { processes, residentBytes, processorMs } = this.usageOf([pid], shareForMs);
        held.usedMs = Math.max(held.usedMs, processorMs - held.beforeMs);
        sum.processes += processes;
        sum.residentBytes += residentBytes;
        sum.usedMs += held.usedMs;
      }
      this.mostBytes = Math.max(this.mostBytes, sum.residentBytes);
      if (sum.residentBytes > this.most.memoryBytes || sum.processes > limits.processes) {
        this.stop(new Unconvertible('too-large'));
      }
      this.checkTime(this.releasedMs + sum.usedMs);
    } catch (error) {
      this.logger.warn({ err: error }, 'time and memory behind the fence cannot be watched');
    }
  }

  private checkTime(spentMs: number): void {
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

/** Whether memory ended a program: the kernel killed it, or it aborted after much memory was measured. */
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
