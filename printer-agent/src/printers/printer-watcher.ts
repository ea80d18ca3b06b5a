import { EventEmitter } from 'node:events';
import { printerReport, type PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { Logger } from 'pino';
import type { IppPrinter, PrinterAttributes } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { reasonOf } from '../ipp/reasons.js';

const watchTimings = {
  idleMs: 5_000,
  inUseMs: 1_000,
  /** The printer's capabilities are cached for this long. */
  freshMs: 30_000,
  /** After this many failed polls the printer counts as unreachable. */
  misses: 2,
};

/**
 * Polls the state of one printer every few seconds, and more often while it is in use. Emits `changed` with
 * the first known state, also when it is `unreachable`, and whenever a report differs from the last.
 */
export class PrinterWatcher extends EventEmitter<{ changed: [PrinterReport] }> {
  private current: PrinterReport;
  private known: { readonly at: number; readonly attributes: PrinterAttributes } | undefined;
  private misses = 0;
  private hasReport = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly parts: {
      readonly printerId: string;
      readonly printer: Pick<IppPrinter, 'getAttributes'>;
      readonly isInUse: () => boolean;
      readonly log: Logger;
      readonly timings?: typeof watchTimings;
    },
  ) {
    super();
    this.current = unreachable(parts.printerId, 'printer-unreachable');
  }

  get report(): PrinterReport {
    return this.current;
  }

  /** False until the printer has answered for the first time, or has failed to answer `misses` polls. */
  get isStateKnown(): boolean {
    return this.hasReport;
  }

  /**
   * The condition that stops the printer, by its last report. `not-accepting` is not one: the printer goes on
   * with the jobs that it has.
   */
  stopReason(): JobReason | undefined {
    if (this.current.state === 'unreachable') return undefined;
    return this.current.reasons.find((reason) => reason !== 'not-accepting');
  }

  /** The printer's capabilities, at most `freshMs` old. */
  async attributes(): Promise<PrinterAttributes> {
    const { freshMs } = this.timings;
    if (this.known && performance.now() - this.known.at < freshMs && this.misses === 0) {
      return this.known.attributes;
    }
    return this.askPrinter();
  }

  start(): void {
    void this.poll();
  }

  /** Polls at once, unless a poll is under way: a person has come to the printer, or a job was settled. */
  hurry(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    void this.poll();
  }

  stop(): void {
    this.stopping.abort();
    clearTimeout(this.timer);
  }

  private get timings(): typeof watchTimings {
    return this.parts.timings ?? watchTimings;
  }

  private async poll(): Promise<void> {
    this.timer = undefined;
    try {
      await this.askPrinter();
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.miss(error);
    }
    if (this.stopping.signal.aborted) return;
    const soon = this.parts.isInUse() || (this.misses > 0 && this.misses < this.timings.misses);
    this.timer = setTimeout(() => void this.poll(), soon ? this.timings.inUseMs : this.timings.idleMs);
  }

  private async askPrinter(): Promise<PrinterAttributes> {
    const attributes = await this.parts.printer.getAttributes(this.stopping.signal);
    this.known = { at: performance.now(), attributes };
    this.misses = 0;
    this.storeReport(reportOf(attributes, this.parts.printerId));
    return attributes;
  }

  private miss(error: unknown): void {
    this.misses += 1;
    const { printerId, log } = this.parts;
    if (!(error instanceof IppError)) log.error({ printerId, err: error }, 'Watching a printer failed');
    if (this.misses < this.timings.misses) return;
    if (this.misses === this.timings.misses)
      log.warn({ printerId, err: error }, 'The printer does not answer');
    this.storeReport(unreachable(printerId, reasonOf(error), this.current));
  }

  private storeReport(report: PrinterReport): void {
    const isNews = !this.hasReport || JSON.stringify(report) !== JSON.stringify(this.current);
    this.hasReport = true;
    this.current = report;
    if (isNews) this.emit('changed', report);
  }
}

/** The attributes that the schema of a report names. */
function reportOf(attributes: PrinterAttributes, printerId: string): PrinterReport {
  const reasons = [...attributes.reasons, ...(attributes.accepting ? [] : (['not-accepting'] as const))];
  const all: PrinterReport & PrinterAttributes = { ...attributes, printerId, reasons };
  const reported = Object.entries(all).filter(([field]) => Object.hasOwn(printerReport.shape, field));
  return Object.fromEntries(reported) as PrinterReport;
}

/** The report of a printer that does not answer. It keeps the capabilities that are known. */
function unreachable(printerId: string, reason: JobReason, known?: PrinterReport): PrinterReport {
  const abilities = known ?? { color: false, duplex: false, formats: [], makeAndModel: '' };
  return {
    ...abilities,
    printerId,
    state: 'unreachable',
    reasons: [reason],
    accepting: false,
  };
}
