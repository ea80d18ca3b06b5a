import { write } from './codec/attributes.js';
import { IppConversation } from './ipp-conversation.js';
import { IppError } from './errors.js';
import { isBinding, isDroppable, jobTemplate, type JobOptions } from './job-template.js';
import { requestedJobAttributes, jobOf, jobsOf, type PrinterJob } from './job-status.js';
import type { Attribute } from './codec/message.js';
import { operation, status } from './operations.js';
import { requestedPrinterAttributes, printerAttributesOf, type PrinterAttributes } from './printer-status.js';
import type { Reply } from './reply.js';
import { unsupportedOf } from './status-error.js';
import type { PrintableDocument } from './upload.js';

export type { PrinterJob } from './job-status.js';
export type { JobOptions } from './job-template.js';
export type { PrinterAttributes } from './printer-status.js';
export type { PrintableDocument } from './upload.js';

export interface IppPrinterOptions {
  /** The deadline of an exchange without a document. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  /** How long an upload may stall before the printer is asked for the reason. */
  uploadQuietMs?: number;
  /** How long an upload may stall while the printer has a reason, such as no paper. */
  uploadLimitMs?: number;
  /** The owner of the jobs on the printer's own screens. */
  userName?: string;
  /** SHA-256 of the printer's certificate, for `ipps` printers with a self-signed one. */
  fingerprint256?: string;
}

/** The printer's capabilities are cached for this long. */
const capabilitiesAgeMs = 30_000;

/**
 * One printer over IPP (RFC 8010, RFC 8011), with at most two connections. The printer's replies are
 * untrusted: each call ends within its deadline, with a checked result or with an `IppError`. After
 * `timeout`, `interrupted`, or `garbage` of `createJob` or `sendDocument` the job may exist: look for it
 * (`getJob`, `findJob`) before sending again.
 */
export class IppPrinter {
  private readonly conversation: IppConversation;
  private capabilities: { readonly at: number; readonly attributes: PrinterAttributes } | undefined;
  /** Options that this printer lists but refuses, and that do not affect the price. */
  private readonly dropped = new Set<string>();

  /** @throws TypeError when `uri` is not an `ipp:` or `ipps:` address */
  constructor(uri: string, options: IppPrinterOptions = {}) {
    const {
      timeoutMs = 10_000,
      connectTimeoutMs = 5_000,
      uploadQuietMs = 30_000,
      uploadLimitMs = 600_000,
    } = options;
    this.conversation = new IppConversation(uri, options.userName ?? 'sixpence', {
      timeoutMs,
      connectTimeoutMs,
      upload: { quietMs: uploadQuietMs, limitMs: uploadLimitMs },
      fingerprint256: options.fingerprint256,
    });
  }

  /**
   * The printer's current state and capabilities, uncached. A success does not prove that the printer lets us
   * print.
   */
  async getAttributes(signal?: AbortSignal): Promise<PrinterAttributes> {
    const attributes = [write.keyword('requested-attributes', ...requestedPrinterAttributes)];
    const request = { operation: operation.getPrinterAttributes, attributes };
    const known = printerAttributesOf(await this.conversation.askPrinter(request, 'repeatable', signal));
    this.capabilities = { at: performance.now(), attributes: known };
    return known;
  }

  /**
   * Asks whether the printer would accept such a job. Detects missing rights, formats, and options before a
   * document is sent. An option that the printer refuses is dropped if it does not affect the price.
   */
  async validateJob(options: JobOptions): Promise<void> {
    const attributes = [jobName(options), write.mediaType('document-format', options.format)];
    const request = { operation: operation.validateJob, attributes };
    try {
      const job = await this.template(options);
      refuseSubstitutes(await this.conversation.askPrinter({ ...request, job }, 'repeatable'));
    } catch (error) {
      if (!(error instanceof IppError) || !this.drop(error)) throw error;
      await this.validateJob(options);
    }
  }

  /** Creates a job that waits for its document. Cancel a job that gets none: it blocks some printers. */
  async createJob(options: JobOptions): Promise<PrinterJob> {
    const job = await this.template(options);
    const request = { operation: operation.createJob, attributes: [jobName(options)], job };
    const reply = await this.conversation.askPrinter(request, 'once');
    const created = jobOf(reply, { name: options.jobName });
    await this.cancelUnless(created, () => refuseSubstitutes(reply));
    return created;
  }

  /** Sends the only document of a job. The printer may begin before it has all of it. */
  async sendDocument(jobId: number, document: PrintableDocument, signal?: AbortSignal): Promise<PrinterJob> {
    const attributes = [
      write.mediaType('document-format', document.format),
      write.boolean('last-document', true),
    ];
    const request = { operation: operation.sendDocument, jobId, attributes };
    const reply = await this.conversation.upload(request, document, () => this.isBusyOrStopped(), signal);
    return jobOf(reply, { jobId });
  }

  /** @throws IppError `not-found` when the printer does not know the job (any more) */
  async getJob(jobId: number): Promise<PrinterJob> {
    const attributes = [write.keyword('requested-attributes', ...requestedJobAttributes)];
    const request = { operation: operation.getJobAttributes, jobId, attributes };
    return jobOf(await this.conversation.askPrinter(request, 'repeatable'), { jobId });
  }

  /**
   * The newest job of exactly this name, or null when the printer has none. Unfinished jobs are listed first:
   * a job that ends between the two requests appears twice and is never missed.
   */
  async findJob(name: string): Promise<PrinterJob | null> {
    const found: PrinterJob[] = [];
    for (const which of ['not-completed', 'completed']) {
      const attributes = [
        write.keyword('requested-attributes', ...requestedJobAttributes),
        write.keyword('which-jobs', which),
      ];
      const reply = await this.conversation.askPrinter(
        { operation: operation.getJobs, attributes },
        'repeatable',
      );
      found.push(...jobsOf(reply).filter((job) => job.name === name));
    }
    // The later state of a job that appears twice comes last, and the stable sort keeps it there.
    return found.sort((one, other) => one.jobId - other.jobId).at(-1) ?? null;
  }

  /**
   * Asks the printer to cancel the job. A job that has ended or is ending already causes no error: its state
   * comes from `getJob`.
   */
  async cancelJob(jobId: number): Promise<void> {
    try {
      await this.conversation.askPrinter({ operation: operation.cancelJob, jobId }, 'repeatable');
    } catch (error) {
      if (!(error instanceof IppError) || error.status !== status.notPossible) throw error;
    }
  }

  /** Closes the connections. Open calls fail. */
  close(): void {
    this.conversation.close();
  }

  private async template(options: JobOptions): Promise<Attribute[]> {
    const known = this.capabilities;
    const isFresh = known !== undefined && performance.now() - known.at < capabilitiesAgeMs;
    const { supported } = isFresh ? known.attributes : await this.getAttributes();
    return jobTemplate(options, supported, this.dropped);
  }

  /** @returns true when an option was dropped, so that a retry may succeed */
  private drop({ kind, attributes }: IppError): boolean {
    const unwanted = attributes.filter((name) => !this.dropped.has(name));
    if (kind !== 'unsupported-option' || unwanted.length === 0 || !unwanted.every(isDroppable)) return false;
    for (const name of unwanted) this.dropped.add(name);
    return true;
  }

  private async cancelUnless(job: PrinterJob, check: () => void): Promise<void> {
    try {
      check();
    } catch (error) {
      await this.cancelJob(job.jobId);
      throw error;
    }
  }

  /** True when an upload may stall: the printer prints the data that it has, or waits for a person. */
  private async isBusyOrStopped(): Promise<boolean> {
    try {
      const { state, reasons } = await this.getAttributes();
      return state !== 'idle' || reasons.length > 0;
    } catch (error) {
      if (error instanceof IppError) return false;
      throw error;
    }
  }
}

function jobName({ jobName }: JobOptions): Attribute {
  return write.name('job-name', jobName);
}

/** Rejects a success reply when the printer would substitute an option that was paid for. */
function refuseSubstitutes(reply: Reply): void {
  const attributes = unsupportedOf(reply).filter(isBinding);
  if (attributes.length === 0) return;
  throw new IppError('unsupported-option', `the printer would do otherwise about ${attributes.join(', ')}`, {
    status: reply.message.code,
    reply: reply.bytes,
    attributes,
  });
}
