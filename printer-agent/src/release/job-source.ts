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

/** The document's bytes on their way from core; they are never written to a disk here. */
export interface OpenDocument {
  readonly stream: Readable;
  readonly byteLength: number;
}

/** Core, or the way to it, is away: the document can be asked for again. */
export class DocumentAway extends Error {
  override readonly name = 'DocumentAway';
}

/** Core was told that the printer is at work on the job, or was: a journal that wants to send it is older than that. */
export class BegunBefore extends Error {
  override readonly name = 'BegunBefore';
}

/** What a job is called on the screen. */
export interface JobName {
  readonly fileName: string;
  readonly copy?: Copy | undefined;
}

/**
 * Jobs as core knows them: their names for the screen, and their bytes. Addresses and names live in memory only; after
 * a restart core is asked again.
 */
export class JobSource {
  private readonly names = new Map<string, JobName>();
  private readonly addresses = new Map<string, string>();
  private readonly held = new Map<string, number>();
  private readonly ahead = new Map<string, Promise<OpenDocument>>();

  /** @param unusedMs a document that was fetched ahead, and that nobody takes, is let go after this */
  constructor(
    private readonly link: Pick<GatewayLink, 'ask'>,
    private readonly coreUrl: string,
    private readonly unusedMs = 10_000,
  ) {}

  remember(job: AgentJob): void {
    this.name(job);
    this.addresses.set(job.jobId, job.documentPath);
  }

  /** Names outlive their jobs, because the screen shows what came out; the oldest go. */
  private name({ jobId, fileName, copy, ageSeconds }: AgentJob): void {
    this.names.set(jobId, { fileName, copy });
    if (ageSeconds !== undefined) this.held.set(jobId, now() - ageSeconds * 1_000);
    for (const oldest of this.names.keys()) {
      if (this.names.size <= mostNames) return;
      this.names.delete(oldest);
      this.addresses.delete(oldest);
      this.held.delete(oldest);
    }
  }

  nameOf(jobId: string): JobName | undefined {
    return this.names.get(jobId);
  }

  /**
   * Since when core holds the price of a job, in milliseconds since 1970 by this run's clock; undefined until core has
   * said how old the job is.
   */
  heldAt(jobId: string): number | undefined {
    return this.held.get(jobId);
  }

  /** Asks core for a job that this run of the agent has not seen: after a restart the screen needs its name. */
  async recall(jobId: string): Promise<void> {
    if (this.names.has(jobId)) return;
    const answer = await this.link.ask('job', { jobId }, Infinity);
    if (answer.status === 'ok') this.name(answer.body);
  }

  /** Fetches the document of a job that core has just answered and that is printed next; `open` then hands it over. */
  openAhead(jobId: string): void {
    const address = this.addresses.get(jobId);
    if (address === undefined) return;
    this.addresses.delete(jobId);
    const opening = this.fetch(address);
    this.ahead.set(jobId, opening);
    const discard = () => {
      if (this.ahead.delete(jobId)) void opening.then(({ stream }) => stream.destroy());
    };
    opening.then(() => setTimeout(discard, this.unusedMs).unref()).catch(() => undefined);
  }

  /**
   * Opens the document of a job; `'over'` when core does not hold money for it any more, so that it must not be
   * printed.
   * @throws DocumentAway when core cannot be reached, or the bytes cannot be had now
   * @throws BegunBefore when the printer has had the document
   */
  async open(jobId: string): Promise<OpenDocument | 'over'> {
    const ahead = this.ahead.get(jobId);
    if (ahead && this.ahead.delete(jobId)) return ahead;
    const address = this.addresses.get(jobId) ?? (await this.freshAddress(jobId));
    if (address === undefined) return 'over';
    this.addresses.delete(jobId);
    return this.fetch(address);
  }

  private async freshAddress(jobId: string): Promise<string | undefined> {
    const answer = await this.link.ask('job', { jobId }, answerDeadlineMs).catch((error: unknown) => {
      throw error instanceof Unanswered ? new DocumentAway('Core is away', { cause: error }) : error;
    });
    if (answer.status === 'refused') {
      if (answer.code === 'job.unknown') return undefined;
      throw new DocumentAway(`Core refused to say how the job stands: ${answer.code}`);
    }
    this.name(answer.body);
    const { state, impressions, documentPath } = answer.body;
    // Core calls a job stalled, too, that waits for its printer before it begins: of that no page is counted.
    const hasBegun = state === 'printing' || state === 'checking' || (state === 'stalled' && impressions > 0);
    if (hasBegun) throw new BegunBefore('The printer has had this document');
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
        throw new DocumentAway(`Core did not hand over the document (HTTP ${response.status})`);
      }
      const stream = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
      // Cut off while nobody reads it yet, it fails whoever reads it later; unheard, the error would end the agent.
      stream.on('error', () => undefined);
      return { stream, byteLength };
    } catch (error) {
      throw error instanceof DocumentAway
        ? error
        : new DocumentAway('The document is away', { cause: error });
    } finally {
      clearTimeout(deadline);
    }
  }
}
