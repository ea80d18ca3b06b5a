import type { Logger } from 'pino';
import { usageOfTrees } from '../fenced-process/process-trees.js';
import type { Spares } from '../fenced-process/spares.js';
import { NoOffice } from './no-office.js';
import { documentsEach, type Office } from './office-program.js';

/**
 * The number of LibreOffices that are kept without a document, so that two people whose documents alternate
 * do not wait for a start each time. Each LibreOffice takes 250 MB.
 */
const mostKept = 2;
/** A LibreOffice that holds more memory than this is ended and replaced. */
const tiredBytes = 700 * 1024 ** 2;
/** A LibreOffice that its owner has not needed for this long is ended, because it takes memory. */
const longestRestMs = 60_000;

interface Kept {
  office: Office;
  documents: number;
  isAtWork: boolean;
  rest?: NodeJS.Timeout;
}

/**
 * The LibreOffices that have opened a document. Each belongs to the owner of its first document and never
 * opens another person's, so that a LibreOffice that a document has taken over sees only data of that owner.
 */
export class KeptOffices {
  /** By owner; the most recently used is the last. */
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly spares: Spares<Office>,
    private readonly logger: Logger,
    private readonly restMs = longestRestMs,
  ) {}

  /**
   * The owner's LibreOffice, or a new one that belongs to the owner from now on.
   * @throws NoOffice when none starts
   */
  async officeOf(ownerId: string): Promise<Office> {
    const earlier = this.kept.get(ownerId);
    if (earlier?.office.isGone) await this.discard(ownerId);
    const { office, documents, rest } = this.kept.get(ownerId) ?? {
      office: await this.fresh(),
      documents: 0,
    };
    clearTimeout(rest);
    this.kept.delete(ownerId);
    this.kept.set(ownerId, { office, documents: documents + 1, isAtWork: true });
    return office;
  }

  /**
   * Reports that the owner's LibreOffice has no document: it is ended at once if it has to be replaced,
   * otherwise when it is not needed for a while.
   */
  async releaseOffice(ownerId: string): Promise<void> {
    const theirs = this.kept.get(ownerId);
    if (!theirs) return;
    if (isTired(theirs)) return this.discard(ownerId);
    theirs.isAtWork = false;
    theirs.rest = setTimeout(() => {
      this.discard(ownerId).catch((error: unknown) => {
        this.logger.error({ err: error }, 'an unused LibreOffice cannot be ended');
      });
    }, this.restMs).unref();
    await this.discardBeyond(mostKept);
  }

  /** Ends the owner's LibreOffice; the next call of `officeOf` starts a new one. */
  async discard(ownerId: string): Promise<void> {
    const theirs = this.kept.get(ownerId);
    this.kept.delete(ownerId);
    clearTimeout(theirs?.rest);
    await theirs?.office.end();
  }

  async endAll(): Promise<void> {
    for (const ownerId of [...this.kept.keys()]) await this.discard(ownerId);
  }

  private async fresh(): Promise<Office> {
    await this.discardBeyond(mostKept - 1);
    try {
      return await this.spares.takeProcess();
    } catch (cause) {
      throw new NoOffice('LibreOffice does not start', { cause });
    }
  }

  /** Ends LibreOffices without a document, least recently used first, until at most `count` remain. */
  private async discardBeyond(count: number): Promise<void> {
    const [longestAgo] = [...this.kept].flatMap(([ownerId, { isAtWork }]) => (isAtWork ? [] : ownerId));
    if (this.kept.size <= count || longestAgo === undefined) return;
    await this.discard(longestAgo);
    await this.discardBeyond(count);
  }
}

function isTired({ office, documents }: Kept): boolean {
  return office.isGone || documents >= documentsEach || usageOfTrees([office.pid]).residentBytes > tiredBytes;
}
