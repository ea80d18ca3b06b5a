import { randomUUID } from 'node:crypto';
import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import type { Logger } from 'pino';
import { now } from '../job/clock.js';
import type { PrintReportBook, PrintReportRecord } from '../journal/print-report-book.js';
import type { GatewayLink } from '../link/gateway-link.js';

/** *Anything wrong?* Each report is written down before core is told, and told until core has taken it, over restarts too. */
export class PrintReports {
  private later: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly book: PrintReportBook,
    private readonly link: Pick<GatewayLink, 'ask' | 'online'>,
    private readonly log: Logger,
    /** After so long what core did not take is told again. */
    private readonly againMs = 60_000,
  ) {}

  /** Settled when core was told, or is away; what was said of a job before is not said again. */
  async say(jobId: string, fault: PrintFault): Promise<void> {
    const report = { reportId: randomUUID(), jobId, fault };
    if (this.book.add(report, now())) await this.tell(report);
  }

  /** The last thing that was said of a job. */
  lastOf(jobId: string): PrintFault | undefined {
    return this.book.lastOf(jobId);
  }

  /** Tells what core has not taken; called whenever core is back. */
  async recover(): Promise<void> {
    clearTimeout(this.later);
    try {
      for (const report of this.book.untold()) await this.tell(report);
    } catch (error) {
      this.log.error({ err: error }, 'The journal does not say which reports core has not taken');
    }
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.later);
  }

  private async tell(report: PrintReportRecord): Promise<void> {
    const { reportId, jobId } = report;
    if (!this.link.online) return;
    try {
      const answer = await this.link.ask('print-report', report);
      if (answer.status === 'refused')
        this.log.warn({ jobId, code: answer.code }, 'Core takes no report about a job');
      this.book.told(reportId);
    } catch (error) {
      this.log.debug({ jobId, err: error }, 'Core did not hear of a report; it is told again');
      clearTimeout(this.later);
      if (!this.isStopped) this.later = setTimeout(() => void this.recover(), this.againMs);
    }
  }
}
