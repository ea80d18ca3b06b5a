import type { Logger } from 'pino';
import { memoryOfTrees } from '../fence/memory.js';
import type { Spares } from '../fence/spares.js';
import { NoOffice } from './no-office.js';
import { documentsEach, type Office } from './office-program.js';

/** Two people whose documents alternate do not pay for a start each time; each one more takes 250 MB. */
const mostKept = 2;
/** One that has grown this large gives way to a fresh one. */
const tiredBytes = 700 * 1024 ** 2;
/** One that its owner has not needed for so long ends: nobody watches it, and it takes memory. */
const longestRestMs = 60_000;

interface Kept {
  office: Office;
  documents: number;
  rest?: NodeJS.Timeout;
}

/**
 * The LibreOffices that have opened a document. Each belongs to the owner of its first one and never opens another
 * person's: whatever a document has made of it sees nothing but what its owner has anyway.
 */
export class KeptOffices {
  /** By owner, the one that worked last at the end. */
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly spares: Spares<Office>,
    private readonly logger: Logger,
    private readonly restMs = longestRestMs,
  ) {}

  /** Their own, or a fresh one that is theirs from now on. @throws NoOffice when none starts */
  async of(ownerId: string): Promise<Office> {
    const theirs = this.kept.get(ownerId);
    if (theirs?.office.isGone) await this.discard(ownerId);
    const { office, documents, rest } = this.kept.get(ownerId) ?? {
      office: await this.fresh(),
      documents: 0,
    };
    clearTimeout(rest);
    this.kept.delete(ownerId);
    this.kept.set(ownerId, { office, documents: documents + 1 });
    return office;
  }

  /** Theirs has nothing to do. It ends when it is dead, has served long enough, or is not needed soon. */
  async rest(ownerId: string): Promise<void> {
    const theirs = this.kept.get(ownerId);
    if (!theirs) return;
    if (isTired(theirs)) return this.discard(ownerId);
    theirs.rest = setTimeout(() => {
      this.discard(ownerId).catch((error: unknown) => {
        this.logger.error({ err: error }, 'LibreOffice does not end');
      });
    }, this.restMs).unref();
  }

  /** Ends theirs; the next they get is a fresh one. */
  async discard(ownerId: string): Promise<void> {
    const theirs = this.kept.get(ownerId);
    this.kept.delete(ownerId);
    clearTimeout(theirs?.rest);
    await theirs?.office.end();
  }

  async end(): Promise<void> {
    for (const ownerId of [...this.kept.keys()]) await this.discard(ownerId);
  }

  private async fresh(): Promise<Office> {
    const [longestAgo] = this.kept.keys();
    if (longestAgo !== undefined && this.kept.size >= mostKept) await this.discard(longestAgo);
    try {
      return await this.spares.take();
    } catch (cause) {
      throw new NoOffice('LibreOffice does not start', { cause });
    }
  }
}

function isTired({ office, documents }: Kept): boolean {
  return office.isGone || documents >= documentsEach || memoryOfTrees([office.pid]) > tiredBytes;
}
