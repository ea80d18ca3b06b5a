import type { AgentPrinter, PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import { IppPrinter } from '../ipp/client.js';
import type { JobRecord } from '../job/job-record.js';
import type { Journal } from '../journal/journal.js';
import type { SiteFacts } from '../journal/site-book.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { Panel } from '../panel/panel.js';
import type { JobSource } from '../release/job-source.js';
import type { PrintLimits } from '../release/limits.js';
import { PrintQueue } from '../release/print-queue.js';
import type { PrintReports } from '../release/print-reports.js';
import type { Releases } from '../release/releases.js';
import { CheckingJobs } from '../release/checking-jobs.js';
import { PrinterWatcher } from '../printers/printer-watcher.js';
import { PrinterReporter } from './printer-reporter.js';

export interface StationParts {
  readonly journal: Journal;
  readonly link: GatewayLink;
  readonly releases: Releases;
  readonly printReports: PrintReports;
  readonly source: JobSource;
  readonly site: () => SiteFacts;
  readonly coreUrl: string;
  readonly limits: PrintLimits;
  readonly log: Logger;
}

interface PrintingMeans {
  readonly ipp: IppPrinter;
  readonly watcher: PrinterWatcher;
  readonly queue: PrintQueue;
  readonly checking: CheckingJobs;
}

/** When the agent stops or reconnects to the printer, a running upload may take this long to finish. */
const drainMs = 8_000;

/** A printer of this box with its connection, its watcher, its queue, and its panel. */
export class Station {
  readonly panel: Panel;
  private readonly reporter: PrinterReporter;
  private means: PrintingMeans;

  constructor(
    public printer: AgentPrinter,
    private readonly parts: StationParts,
  ) {
    this.panel = new Panel({
      ...parts,
      printerId: printer.id,
      printerName: () => this.printer.name,
      report: () => this.report,
      leaveRelease: (releaseId) => this.means.queue.leaveRelease(releaseId),
      validateAhead: (release) => this.means.queue.validateAhead(release),
    });
    this.reporter = new PrinterReporter({ link: parts.link, report: () => this.report, log: parts.log });
    this.means = this.connect();
    let wasInUse = false;
    this.panel.on('view', () => {
      if (this.panel.isInUse && !wasInUse) this.means.watcher.hurry();
      wasInUse = this.panel.isInUse;
    });
  }

  get report(): PrinterReport {
    return this.means.watcher.report;
  }

  get queue(): PrintQueue {
    return this.means.queue;
  }

  jobChanged(job: JobRecord): void {
    this.panel.jobChanged(job);
    this.means.checking.jobChanged(job);
    // The printer's state changes now: it has no further job, or starts the next one.
    if (job.step === 'settled') this.means.watcher.hurry();
  }

  /** Reports the printer to core, after its changes and whenever the link to core is up again. */
  reportToCore(): void {
    // Core refuses releases at a printer that is reported as unreachable. A box that has just started has not
    // polled its printer yet, so it reports nothing.
    if (this.means.watcher.isStateKnown) this.reporter.printerChanged();
  }

  /** Applies a changed name, address, or counting of the printer. */
  async change(printer: AgentPrinter): Promise<void> {
    const needsReconnect = printer.uri !== this.printer.uri || printer.counting !== this.printer.counting;
    this.printer = printer;
    if (needsReconnect) {
      await this.disconnect();
      this.means = this.connect();
      this.means.queue.wake();
    }
    this.panel.refresh();
  }

  async close(): Promise<void> {
    this.panel.close();
    this.reporter.stop();
    await this.disconnect();
  }

  private connect(): PrintingMeans {
    const { journal, source, link, log, site, limits } = this.parts;
    const { id: printerId, uri, counting } = this.printer;
    const stallMs = () => site().stallSeconds * 1_000;
    const ipp = new IppPrinter(uri, {
      uploadQuietMs: limits.uploadQuietMs,
      uploadLimitMs: stallMs(),
    });
    const isInUse = (): boolean => this.panel.isInUse || queue.isBusy;
    const watcher = new PrinterWatcher({ printerId, printer: ipp, isInUse, log });
    const queue = new PrintQueue({
      printer: ipp,
      printerId,
      counting,
      book: journal.jobs,
      source,
      attributes: () => watcher.attributes(),
      stopReason: () => watcher.stopReason(),
      // Each job reads the limits again, because core may change them with its next `welcome`.
      get limits() {
        return { ...limits, stallMs: stallMs() };
      },
      log,
    });
    const checking = new CheckingJobs({
      printer: ipp,
      printerId,
      counting,
      book: journal.jobs,
      link,
      limits,
      log,
    });
    checking.start();
    watcher.on('changed', () => {
      this.reportToCore();
      this.panel.refresh();
    });
    watcher.start();
    return { ipp, watcher, queue, checking };
  }

  private async disconnect(): Promise<void> {
    const { watcher, queue, checking, ipp } = this.means;
    watcher.stop();
    const deadline = setTimeout(() => ipp.close(), drainMs);
    await Promise.all([queue.stop(), checking.stop()]);
    clearTimeout(deadline);
    ipp.close();
  }
}
