import { randomUUID } from 'node:crypto';
import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import type { Logger } from 'pino';
import { now } from '../job/clock.js';
import type { PrintReportBook, PrintReportRecord } from '../journal/print-report-book.js';
import type { GatewayLink } from '../link/gateway-link.js';

/**
 * People's reports about a bad print: their answers to *Anything wrong?* on the panel's last screen. Each
 * report is written to the journal first, and sent to core until core has accepted or refused it, even after
 * restarts.
 */
export class PrintReports {
  private later: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly book: PrintReportBook,
    private readonly link: Pick<GatewayLink, 'askCore' | 'online'>,
    private readonly log: Logger,
    /** The pause before unsent reports are retried. */
    private readonly againMs = 60_000,
  ) {}

  /**
   * Stores a report and sends it once; a failed send is retried later. A repetition of an earlier report
   * about the same job is ignored.
   */
  async storeReport(jobId: string, fault: PrintFault): Promise<void> {
    const report = { reportId: randomUUID(), jobId, fault };
    if (this.book.addReport(report, now())) await this.sendReport(report);
  }

  /** The latest report about a job. */
  lastOf(jobId: string): PrintFault | undefined {
    return this.book.lastOf(jobId);
  }

  /** Sends all unsent reports. Must be called whenever the link to core is up again. */
  async recover(): Promise<void> {
    clearTimeout(this.later);
    try {
      for (const report of this.book.unsentReports()) await this.sendReport(report);
    } catch (error) {
      this.log.error({ err: error }, 'The journal cannot be read for unsent reports');
    }
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.later);
  }

  private async sendReport(report: PrintReportRecord): Promise<void> {
    const { reportId, jobId } = report;
    if (!this.link.online) return;
    try {
      const answer = await this.link.askCore('print-report', report);
      if (answer.status === 'refused')
        this.log.warn({ jobId, code: answer.code }, 'Core refused a report about a job');
      this.book.markSent(reportId);
    } catch (error) {
      this.log.debug({ jobId, err: error }, 'Core did not receive a report; the box sends it again');
      clearTimeout(this.later);
      if (!this.isStopped) this.later = setTimeout(() => void this.recover(), this.againMs);
    }
  }
}
