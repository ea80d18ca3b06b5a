import { write } from './codec/attributes.js';
import { IppConversation } from './ipp-conversation.js';
import { IppError } from './errors.js';
import { isBinding, isDroppable, jobTemplate, type JobOptions } from './job-template.js';
import { askedOfJob, jobOf, jobsOf, type PrinterJob } from './job-status.js';
import type { Attribute } from './codec/message.js';
import { operation, status } from './operations.js';
import { askedOfPrinter, printerAttributesOf, type PrinterAttributes } from './printer-status.js';
import type { Reply } from './reply.js';
import { unsupportedOf } from './status-error.js';
import type { PrintableDocument } from './upload.js';

export type { JobStateNumber, PrinterJob } from './job-status.js';
export type { JobOptions } from './job-template.js';
export type { PrinterAttributes } from './printer-status.js';
export type { PrintableDocument } from './upload.js';

export interface IppPrinterOptions {
  /** How long an exchange without a document may take. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  /** How long an upload may stand still before the printer is asked why. */
  uploadQuietMs?: number;
  /** How long an upload may stand still while the printer has a reason, such as no paper. */
  uploadLimitMs?: number;
  /** Shown as the owner on the printer's own screens. */
  userName?: string;
  /** SHA-256 of the printer's certificate, for `ipps` printers that sign their own. */
  fingerprint256?: string;
}

/** For this long the agent relies on what a printer said of its abilities. */
const capabilitiesAgeMs = 30_000;

/**
 * One printer, spoken to directly over IPP (RFC 8010, RFC 8011) with at most two connections. A printer is taken as
 * hostile: whatever it answers, each call ends within its deadline with a result that was checked or with an
 * `IppError`. After `timeout`, `interrupted`, or `garbage` of `createJob` or `sendDocument` the job may exist: look for it
 * (`getJob`, `findJob`) before sending again.
 */
export class IppPrinter {
  private readonly conversation: IppConversation;
  private capabilities: { readonly at: number; readonly attributes: PrinterAttributes } | undefined;
  /** Options this printer lists but refuses, and the price does not depend on. */
  private readonly dropped = new Set<string>();

  /** @throws TypeError when `uri` is no `ipp:` or `ipps:` address */
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

  /** The printer's state and capabilities, asked for afresh. A good answer does not prove that it lets us print. */
  async getAttributes(signal?: AbortSignal): Promise<PrinterAttributes> {
    const attributes = [write.keyword('requested-attributes', ...askedOfPrinter)];
    const request = { operation: operation.getPrinterAttributes, attributes };
    const known = printerAttributesOf(await this.conversation.ask(request, 'repeatable', signal));
    this.capabilities = { at: performance.now(), attributes: known };
    return known;
  }

  /**
   * Asks whether the printer would take such a job. Reveals missing rights, formats, and options before a document is
   * sent; an option that does not touch the price is dropped when the printer does not want it.
   */
  async validateJob(options: JobOptions): Promise<void> {
    const attributes = [jobName(options), write.mediaType('document-format', options.format)];
    const request = { operation: operation.validateJob, attributes };
    try {
      const job = await this.template(options);
      refuseSubstitutes(await this.conversation.ask({ ...request, job }, 'repeatable'));
    } catch (error) {
      if (!(error instanceof IppError) || !this.drop(error)) throw error;
      await this.validateJob(options);
    }
  }

  /** Makes a job that waits for its document. An abandoned one blocks some printers: cancel it. */
  async createJob(options: JobOptions): Promise<PrinterJob> {
    const job = await this.template(options);
    const request = { operation: operation.createJob, attributes: [jobName(options)], job };
    const reply = await this.conversation.ask(request, 'once');
    const created = jobOf(reply, { name: options.jobName });
    await this.cancelUnless(created, () => refuseSubstitutes(reply));
    return created;
  }

  /** Sends the one document of a job; the printer begins when it has it, or earlier. */
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
    const attributes = [write.keyword('requested-attributes', ...askedOfJob)];
    const request = { operation: operation.getJobAttributes, jobId, attributes };
    return jobOf(await this.conversation.ask(request, 'repeatable'), { jobId });
  }

  /**
   * The newest job of exactly this name, or null when the printer has none. Jobs under way are asked for first: a job
   * that ends between the two questions is then seen twice, never missed.
   */
  async findJob(name: string): Promise<PrinterJob | null> {
    const found: PrinterJob[] = [];
    for (const which of ['not-completed', 'completed']) {
      const attributes = [
        write.keyword('requested-attributes', ...askedOfJob),
        write.keyword('which-jobs', which),
      ];
      const reply = await this.conversation.ask({ operation: operation.getJobs, attributes }, 'repeatable');
      found.push(...jobsOf(reply).filter((job) => job.name === name));
    }
    // Of a job seen twice the later look comes last, and a stable sort keeps it there.
    return found.sort((one, other) => one.jobId - other.jobId).at(-1) ?? null;
  }

  /** Asks the printer to stop. A job that has ended or is stopping already is left to `getJob` to tell of. */
  async cancelJob(jobId: number): Promise<void> {
    try {
      await this.conversation.ask({ operation: operation.cancelJob, jobId }, 'repeatable');
    } catch (error) {
      if (!(error instanceof IppError) || error.status !== status.notPossible) throw error;
    }
  }

  /** Lets go of the connections; calls under way fail. */
  close(): void {
    this.conversation.close();
  }

  private async template(options: JobOptions): Promise<Attribute[]> {
    const known = this.capabilities;
    const isFresh = known !== undefined && performance.now() - known.at < capabilitiesAgeMs;
    const { supported } = isFresh ? known.attributes : await this.getAttributes();
    return jobTemplate(options, supported, this.dropped);
  }

  /** True when something was dropped, so that asking again may succeed. */
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

  /** Why an upload may stand still: the printer prints what it has, or waits for somebody. */
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

/** Refuses the "yes" of a printer that would print otherwise than was paid for. */
function refuseSubstitutes(reply: Reply): void {
  const attributes = unsupportedOf(reply).filter(isBinding);
  if (attributes.length === 0) return;
  throw new IppError('unsupported-option', `the printer would do otherwise about ${attributes.join(', ')}`, {
    status: reply.message.code,
    reply: reply.bytes,
    attributes,
  });
}
