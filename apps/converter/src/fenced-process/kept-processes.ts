import type { Logger } from 'pino';
import { usageOfTrees } from './process-trees.js';

/** A process that its owner has not needed for this long is ended, because it takes memory. */
const longestRestMs = 60_000;

interface Living {
  readonly pid: number;
  readonly isGone: boolean;
  pause(): void;
  resume(): void;
  end(): Promise<void>;
}

/** Processes that have started, and wait for their first document. */
interface Supply<T> {
  takeProcess(): Promise<T>;
  /** Starts replacements of processes that were taken. */
  fill(): void;
}

/** When a process without a document is ended. */
interface Wear {
  /** The processes of all owners; those with a document are never ended for their number. */
  mostKept: number;
  /** The number of documents of one process. */
  documentsEach: number;
  /** The memory of a process with its descendants. */
  mostBytes: number;
  restMs?: number | undefined;
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
 * another person's, so that a process that a document has taken over sees only data of that owner. While it
 * has no document it is paused.
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
    const [resting] = this.resting()
      .filter(([, kept]) => kept.ownerId === ownerId)
      .slice(-1);
    if (!resting) {
      await this.discardBeyond(this.wear.mostKept - 1);
      const process = await this.supply.takeProcess();
      const { processes } = usageOfTrees([process.pid]);
      this.kept.set(process, { ownerId, documents: 1, processes, isAtWork: true });
      return process;
    }
    const [process, { documents, processes, rest }] = resting;
    clearTimeout(rest);
    this.kept.delete(process);
    if (process.isGone) {
      await process.end();
      return this.takeProcess(ownerId);
    }
    process.resume();
    this.kept.set(process, { ownerId, documents: documents + 1, processes, isAtWork: true });
    return process;
  }

  /**
   * Reports that the process has no document any more: it is ended at once if it is worn out, otherwise when
   * its owner does not need it for a while.
   */
  async releaseProcess(process: T): Promise<void> {
    const kept = this.kept.get(process);
    if (!kept) return;
    // A process that will live on needs its replacement now.
    this.supply.fill();
    if (this.isWornOut(process, kept)) return this.discard(process);
    process.pause();
    kept.isAtWork = false;
    kept.rest = setTimeout(() => {
      this.discard(process).catch((error: unknown) => {
        this.logger.error({ err: error }, 'an unused process behind the fence cannot be ended');
      });
    }, this.wear.restMs ?? longestRestMs).unref();
    await this.discardBeyond(this.wear.mostKept);
  }

  /** Whether the document that the process has now is not its first. */
  hadDocumentBefore(process: T): boolean {
    return (this.kept.get(process)?.documents ?? 0) > 1;
  }

  /** Ends the process; its owner gets another one. */
  async discard(process: T): Promise<void> {
    clearTimeout(this.kept.get(process)?.rest);
    this.kept.delete(process);
    await process.end();
  }

  async endAll(): Promise<void> {
    for (const process of [...this.kept.keys()]) await this.discard(process);
  }

  private resting(): [T, Kept][] {
    return [...this.kept].filter(([, { isAtWork }]) => !isAtWork);
  }

  /** Ends processes without a document, least recently used first, until at most `count` remain. */
  private async discardBeyond(count: number): Promise<void> {
    const [longestAgo] = this.resting();
    if (this.kept.size <= count || !longestAgo) return;
    await this.discard(longestAgo[0]);
    await this.discardBeyond(count);
  }

  /** A process that its document has made to start others is not kept, because they would run on. */
  private isWornOut(process: T, { documents, processes }: Kept): boolean {
    if (process.isGone || documents >= this.wear.documentsEach) return true;
    const usage = usageOfTrees([process.pid]);
    return usage.residentBytes > this.wear.mostBytes || usage.processes > processes;
  }
}
