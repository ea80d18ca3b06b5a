import { randomUUID } from 'node:crypto';
import type { IppPrinter, JobOptions, PrintableDocument, PrinterAttributes, PrinterJob } from '../client.js';
import { IppError, type IppErrorKind } from '../errors.js';

type Operation =
  | 'getAttributes'
  | 'validateJob'
  | 'createJob'
  | 'sendDocument'
  | 'getJob'
  | 'findJob'
  | 'cancelJob';

interface Fault {
  readonly operation: Operation;
  /**
   * `before`: the request never reached the printer. `after`: the printer executed it, and its answer was
   * lost.
   */
  readonly when: 'before' | 'after';
  readonly kind: IppErrorKind;
}

/**
 * A printer for specs with the shape of `IppPrinter`. It runs one job at a time, prints a page at every poll,
 * and records printed jobs. Faults are scripted by operation.
 */
export class ScriptedPrinter implements Pick<IppPrinter, Operation> {
  readonly jobs: PrinterJob[] = [];
  /** The names of the jobs whose document the printer has taken, once for each document. */
  readonly printed: string[] = [];
  readonly calls: string[] = [];
  readonly options: JobOptions[] = [];
  faults: Fault[] = [];
  pages = 2;
  /** The printer stops before this page for as long as the number is set. */
  stuckAt: number | undefined;
  abortAt: number | undefined;
  /** If set, only this job is aborted. */
  abortsOnly: string | undefined;
  reasons: PrinterAttributes['reasons'] = [];

  attributes(): PrinterAttributes {
    return {
      state: 'idle',
      reasons: this.reasons,
      accepting: true,
      color: true,
      duplex: true,
      formats: ['application/pdf'],
      makeAndModel: 'Scripted',
      upTimeSeconds: 100,
      uuid: null,
      supportsCreateJob: true,
      supported: { color: true, sides: [], colorModes: [], media: [], scalings: [], mostCopies: 1 },
    };
  }

  /** Forgets all jobs, like a printer that was switched off and on. Its ids start again. */
  restart(): void {
    this.jobs.length = 0;
  }

  getAttributes(): Promise<PrinterAttributes> {
    return Promise.resolve(this.attributes());
  }

  validateJob(options: JobOptions): Promise<void> {
    return this.play('validateJob', () => void this.options.push(options));
  }

  createJob(options: JobOptions): Promise<PrinterJob> {
    return this.play('createJob', () => {
      if (this.jobs.some((job) => job.state < 7)) throw new IppError('busy', 'one job at a time');
      const job: PrinterJob = {
        jobId: this.jobs.length + 1,
        jobUuid: `urn:uuid:${randomUUID()}`,
        jobUri: `ipp://scripted/${this.jobs.length + 1}`,
        name: options.jobName,
        state: 4,
        reasons: ['job-data-insufficient'],
        impressionsCompleted: 0,
        countsImpressions: true,
      };
      this.jobs.push(job);
      return { ...job };
    });
  }

  async sendDocument(jobId: number, document: PrintableDocument): Promise<PrinterJob> {
    let bytes = 0;
    if (!this.isDue('sendDocument', 'before')) {
      for await (const chunk of document.stream as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
    }
    return this.play('sendDocument', () => {
      if (bytes !== document.byteLength) throw new IppError('interrupted', 'cut off');
      const job = this.find(jobId);
      if (job.state !== 4) throw new IppError('refused', 'a second document');
      this.printed.push(job.name);
      Object.assign(job, { state: 5, reasons: ['job-printing'] });
      return { ...job };
    });
  }

  getJob(jobId: number): Promise<PrinterJob> {
    return this.play('getJob', () => {
      const job = this.find(jobId);
      if (job.state === 5) this.printPage(job);
      return { ...job };
    });
  }

  findJob(name: string): Promise<PrinterJob | null> {
    return this.play('findJob', () => this.jobs.findLast((job) => job.name === name) ?? null);
  }

  cancelJob(jobId: number): Promise<void> {
    return this.play('cancelJob', () => {
      const job = this.find(jobId);
      if (job.state < 7) Object.assign(job, { state: 7, reasons: ['job-canceled-by-user'] });
    });
  }

  protected printPage(job: PrinterJob): void {
    const page = job.impressionsCompleted + 1;
    if (page === this.stuckAt) return;
    const isAborted = page === this.abortAt && (this.abortsOnly ?? job.name) === job.name;
    if (isAborted) job.state = 8;
    else job.impressionsCompleted = page;
    if (job.impressionsCompleted === this.pages) job.state = 9;
  }

  private find(jobId: number): PrinterJob {
    const job = this.jobs.find((candidate) => candidate.jobId === jobId);
    if (!job) throw new IppError('not-found', 'no such job');
    return job;
  }

  private async play<T>(operation: Operation, act: () => T): Promise<T> {
    this.calls.push(operation);
    await Promise.resolve();
    this.fail(operation, 'before');
    const result = act();
    this.fail(operation, 'after');
    return result;
  }

  private isDue(operation: Operation, when: Fault['when']): boolean {
    return this.faults[0]?.operation === operation && this.faults[0].when === when;
  }

  private fail(operation: Operation, when: Fault['when']): void {
    if (!this.isDue(operation, when)) return;
    const fault = this.faults.shift();
    if (fault) throw new IppError(fault.kind, 'scripted');
  }
}
