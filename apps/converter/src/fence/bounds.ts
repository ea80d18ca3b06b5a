import type { Logger } from 'pino';
import { Unconvertible } from '../unconvertible.js';
import { memoryOfTrees } from './memory.js';

const watchEveryMs = 100;

interface Killable {
  readonly pid: number;
  kill(): void;
}

/** The time and memory of one document: all processes that work on it end when it has used them up. */
export class Bounds {
  /** Why it was stopped, if it was. */
  reason: Unconvertible | undefined;
  private readonly workers = new Set<Killable>();
  private readonly deadline: NodeJS.Timeout;
  private readonly watch: NodeJS.Timeout;

  constructor(
    private readonly most: { conversionMs: number; memoryBytes: number },
    private readonly logger: Logger,
  ) {
    this.deadline = setTimeout(() => {
      this.stop(new Unconvertible('timeout'));
    }, most.conversionMs);
    this.watch = setInterval(() => {
      this.look();
    }, watchEveryMs);
  }

  /** From now on the worker is ended with this document, if need be. */
  hold(worker: Killable): void {
    this.workers.add(worker);
    if (this.reason) worker.kill();
  }

  release(worker: Killable): void {
    this.workers.delete(worker);
  }

  /** @throws Unconvertible when the document was stopped */
  check(): void {
    if (this.reason) throw this.reason;
  }

  end(): void {
    clearTimeout(this.deadline);
    clearInterval(this.watch);
    this.workers.clear();
  }

  private stop(reason: Unconvertible): void {
    this.reason ??= reason;
    for (const worker of this.workers) worker.kill();
  }

  private look(): void {
    try {
      const bytes = memoryOfTrees([...this.workers].map(({ pid }) => pid));
      if (bytes > this.most.memoryBytes) this.stop(new Unconvertible('too-large'));
    } catch (error) {
      this.logger.warn({ err: error }, 'memory behind the fence cannot be watched');
    }
  }
}
