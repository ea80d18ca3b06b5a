import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { AgentJob } from '@sixpence/contracts/agent/gateway';
import type { Copy } from '@sixpence/contracts/http/release';
import { now } from '../job/clock.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { Unanswered } from '../link/questions.js';

const answerDeadlineMs = 5_000;
const mostNames = 500;
const mostDocumentBytes = 500 * 1024 * 1024;

/** A document that streams from core. The box never writes it to a disk. */
export interface OpenDocument {
  readonly stream: Readable;
  readonly byteLength: number;
}

/** Core is unreachable, or cannot hand over the document now. The caller may retry. */
export class DocumentUnavailable extends Error {
  override readonly name = 'DocumentUnavailable';
}

/**
 * An earlier report to core says that the printer has begun the job. So the journal of this box is older than
 * that report, and the document must not be sent again.
 */
export class AlreadyBegun extends Error {
  override readonly name = 'AlreadyBegun';
}

/** The name of a job on the screen. */
export interface JobName {
  readonly fileName: string;
  readonly copy?: Copy | undefined;
}

/**
 * Core's view of jobs: their names for the screen, and their bytes. Addresses and names stay in memory only;
 * after a restart core is asked again.
 */
export class JobSource {
  private readonly names = new Map<string, JobName>();
  private readonly addresses = new Map<string, string>();
  private readonly holdTimes = new Map<string, number>();
  private readonly prefetched = new Map<string, Promise<OpenDocument>>();

  /** @param unusedMs after this wait a prefetched document that no job has taken is discarded */
  constructor(
    private readonly link: Pick<GatewayLink, 'askCore'>,
    private readonly coreUrl: string,
    private readonly unusedMs = 10_000,
  ) {}

  remember(job: AgentJob): void {
    this.storeName(job);
    this.addresses.set(job.jobId, job.documentPath);
  }

  /**
   * Names stay after their jobs end, because the screen lists printed documents. Above `mostNames` the oldest
   * are removed.
   */
  private storeName({ jobId, fileName, copy, ageSeconds }: AgentJob): void {
    this.names.set(jobId, { fileName, copy });
    if (ageSeconds !== undefined) this.holdTimes.set(jobId, now() - ageSeconds * 1_000);
    for (const oldest of this.names.keys()) {
      if (this.names.size <= mostNames) return;
      this.names.delete(oldest);
      this.addresses.delete(oldest);
      this.holdTimes.delete(oldest);
    }
  }

  nameOf(jobId: string): JobName | undefined {
    return this.names.get(jobId);
  }

  /**
   * When core placed the hold for a job, in milliseconds since 1970 by this run's clock; undefined until core
   * has given the job's age.
   */
  heldAt(jobId: string): number | undefined {
    return this.holdTimes.get(jobId);
  }

  /** Loads the name of a job that is unknown since a restart, because the screen shows it. */
  async recall(jobId: string): Promise<void> {
    if (this.names.has(jobId)) return;
    const answer = await this.link.askCore('job', { jobId }, Infinity);
    if (answer.status === 'ok') this.storeName(answer.body);
  }

  /**
   * Prefetches the document of the job that is printed next, before the journal has the job. `openDocument`
   * then returns the document.
   */
  prefetchDocument(jobId: string): void {
    const address = this.addresses.get(jobId);
    if (address === undefined) return;
    this.addresses.delete(jobId);
    const opening = this.fetch(address);
    this.prefetched.set(jobId, opening);
    const discard = () => {
      if (this.prefetched.delete(jobId)) void opening.then(({ stream }) => stream.destroy());
    };
    opening.then(() => setTimeout(discard, this.unusedMs).unref()).catch(() => undefined);
  }

  /**
   * Opens the document of a job.
   * @returns `'over'` when core no longer holds money for the job; the job must not be printed then
   * @throws DocumentUnavailable when core cannot be reached, or cannot hand over the bytes now
   * @throws AlreadyBegun when the printer has had the document
   */
  async openDocument(jobId: string): Promise<OpenDocument | 'over'> {
    const prefetchedDocument = this.prefetched.get(jobId);
    if (prefetchedDocument && this.prefetched.delete(jobId)) return prefetchedDocument;
    const address = this.addresses.get(jobId) ?? (await this.freshAddress(jobId));
    if (address === undefined) return 'over';
    this.addresses.delete(jobId);
    return this.fetch(address);
  }

  private async freshAddress(jobId: string): Promise<string | undefined> {
    const answer = await this.link.askCore('job', { jobId }, answerDeadlineMs).catch((error: unknown) => {
      throw error instanceof Unanswered
        ? new DocumentUnavailable('Core did not answer', { cause: error })
        : error;
    });
    if (answer.status === 'refused') {
      if (answer.code === 'job.unknown') return undefined;
      throw new DocumentUnavailable(`Core refused the state of the job: ${answer.code}`);
    }
    this.storeName(answer.body);
    const { state, impressions, documentPath } = answer.body;
    // Core also says `stalled` for a job that still waits for its printer. Such a job has no counted page.
    const hasBegun = state === 'printing' || state === 'checking' || (state === 'stalled' && impressions > 0);
    if (hasBegun) throw new AlreadyBegun('The printer has had this document');
    return state === 'held' || state === 'stalled' ? documentPath : undefined;
  }

  private async fetch(path: string): Promise<OpenDocument> {
    const address = new URL(path, this.coreUrl);
    if (address.origin !== new URL(this.coreUrl).origin) throw new Error('A document lies outside core');
    const opening = new AbortController();
    const deadline = setTimeout(() => opening.abort(), answerDeadlineMs);
    try {
      const response = await fetch(address, { redirect: 'error', signal: opening.signal });
      const byteLength = Number(response.headers.get('content-length'));
      if (!response.ok || !response.body || !(byteLength > 0 && byteLength <= mostDocumentBytes)) {
        await response.body?.cancel();
        throw new DocumentUnavailable(`Core did not hand over the document (HTTP ${response.status})`);
      }
      const stream = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
      // A stream that breaks before it has a reader reports the error to its later reader. Without a listener
      // the error would end the process.
      stream.on('error', () => undefined);
      return { stream, byteLength };
    } catch (error) {
      throw error instanceof DocumentUnavailable
        ? error
        : new DocumentUnavailable('The document could not be fetched from core', { cause: error });
    } finally {
      clearTimeout(deadline);
    }
  }
}
