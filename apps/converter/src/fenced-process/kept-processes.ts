import type { Logger } from 'pino';
import { usageOfTrees } from './process-trees.js';
import { weigh, weights } from './weight.js';

interface Living {
  readonly pid: number;
  readonly isGone: boolean;
  end(): Promise<void>;
}

/** Processes that have started, and wait for their first document. */
interface Supply<T> {
  takeProcess(): Promise<T>;
  /** Starts replacements of processes that were taken. */
  fill(): void;
}

/** The limits of processes that have opened a document. */
interface Wear {
  /** How many processes of all owners are kept without a document. */
  mostKept: number;
  /** A process that its owner has not needed for this long is ended. */
  restMs: number;
  /** The number of documents of one process. */
  documentsEach: number;
  /** The memory of a process without a document, with its descendants. */
  mostBytes: number;
}

interface Kept {
  ownerId: string;
  documents: number;
  /** The number of its processes before its first document. */
  processes: number;
  isAtWork: boolean;
  rest?: NodeJS.Timeout;
}

/**
 * Processes that have opened a document. Each belongs to the owner of its first document and never opens
 * another person's, so that a process that a document has taken over sees only data of that owner.
 */
export class KeptProcesses<T extends Living> {
  /** The most recently used is the last. */
  private readonly kept = new Map<T, Kept>();

  constructor(
    private readonly supply: Supply<T>,
    private readonly wear: Wear,
    private readonly logger: Logger,
  ) {}

  /**
   * A process of the owner without a document, or a new one that belongs to the owner from now on.
   * @throws the error of the start
   */
  async takeProcess(ownerId: string): Promise<T> {
    const [process, kept] = this.resting().findLast(([, each]) => each.ownerId === ownerId) ?? [];
    if (!process || !kept) return this.takeNewProcess(ownerId);
    if (process.isGone) {
      this.endSoon(process);
      return this.takeProcess(ownerId);
    }
    clearTimeout(kept.rest);
    this.kept.delete(process);
    this.kept.set(process, { ...kept, documents: kept.documents + 1, isAtWork: true });
    return process;
  }

  /**
   * A process that has not had a document. It belongs to the owner from now on.
   * @throws the error of the start
   */
  async takeNewProcess(ownerId: string): Promise<T> {
    this.endBeyond(this.wear.mostKept - 1);
    const process = await this.supply.takeProcess();
    try {
      const { processes } = usageOfTrees([process.pid]);
      this.kept.set(process, { ownerId, documents: 1, processes, isAtWork: true });
      return process;
    } catch (error) {
      await process.end();
      throw error;
    }
  }

  /** Whether the document that the process has now is not its first. */
  hadDocumentBefore(process: T): boolean {
    return (this.kept.get(process)?.documents ?? 0) > 1;
  }

  /**
   * Reports that the process has no document any more: it is ended if it is worn out, otherwise when its
   * owner does not need it for a while. `isSlowed` says that its weight was lowered, and is restored.
   */
  releaseProcess(process: T, { isSlowed = false } = {}): void {
    const kept = this.kept.get(process);
    if (!kept) return;
    // A process that lives on needs its replacement now.
    this.supply.fill();
    if (this.isWornOut(process, kept, isSlowed)) {
      this.endSoon(process);
      return;
    }
    const rest = setTimeout(() => {
      this.endSoon(process);
    }, this.wear.restMs).unref();
    this.kept.delete(process);
    this.kept.set(process, { ...kept, isAtWork: false, rest });
    this.endBeyond(this.wear.mostKept);
  }

  /** Ends the process; its owner gets another one. */
  async discard(process: T): Promise<void> {
    clearTimeout(this.kept.get(process)?.rest);
    this.kept.delete(process);
    await process.end();
  }

  async endAll(): Promise<void> {
    const ends = await Promise.allSettled([...this.kept.keys()].map((process) => this.discard(process)));
    for (const end of ends) if (end.status === 'rejected') this.reportFailedEnd(end.reason);
  }

  private resting(): [T, Kept][] {
    return [...this.kept].filter(([, { isAtWork }]) => !isAtWork);
  }

  /** Ends processes without a document, least recently used first, until at most `count` remain. */
  private endBeyond(count: number): void {
    const resting = this.resting();
    for (const [process] of resting.slice(0, Math.max(0, resting.length - count))) this.endSoon(process);
  }

  /** Ends the process in the background, because no document waits for its end. */
  private endSoon(process: T): void {
    this.discard(process).catch((error: unknown) => {
      this.reportFailedEnd(error);
    });
  }

  private reportFailedEnd(error: unknown): void {
    this.logger.error({ err: error }, 'a process behind the fence cannot be ended, or leaves its folder');
  }

  /** A process that its document has made to start others is not kept, because they would run on. */
  private isWornOut(process: T, { documents, processes }: Kept, isSlowed: boolean): boolean {
    if (process.isGone || documents >= this.wear.documentsEach) return true;
    try {
      if (isSlowed) weigh(process.pid, weights.ordinary, this.logger);
      const usage = usageOfTrees([process.pid]);
      return usage.residentBytes > this.wear.mostBytes || usage.processes > processes;
    } catch (error) {
      this.logger.error({ err: error }, 'a process behind the fence cannot be measured, and is ended');
      return true;
    }
  }
}
