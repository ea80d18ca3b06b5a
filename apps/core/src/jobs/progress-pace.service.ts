import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import { NewsService } from '../platform/news/news.service.js';
import { LOGGER } from '../platform/process/logger.js';
import type { JobRow } from './job-row.js';
import { facesPrinted } from './settlement.js';

type Report = AgentRequest<'progress'>;

/** Writes a report down. Answers the job as it was before, or undefined when the report changed nothing. */
type Write = () => Promise<JobRow | undefined>;

/** A job whose count is written down at most so often. */
const writeEveryMs = 1_000;

/** What was written last of a running job, and what waits to be written after it. */
interface Written {
  job: JobRow;
  report: Report;
  timer: NodeJS.Timeout;
  next?: { report: Report; write: Write };
}

/**
 * How often the count of a running job is written down: once a second, while screens hear each one. A job that begins,
 * stalls, goes on, or has made its last page is written at once. Should this core die, the last second's count is lost
 * here, and comes again with the box's next report or with the job's end.
 */
@Injectable()
export class ProgressPaceService implements OnModuleDestroy {
  private readonly jobs = new Map<string, Written>();

  constructor(
    private readonly news: NewsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async report(agentId: string, report: Report, write: Write): Promise<void> {
    const written = this.jobs.get(report.jobId);
    if (written?.job.agentId !== agentId || !mayWait(report, written)) {
      await this.write(report, write);
      return;
    }
    if (report.sequence <= (written.next ?? written).report.sequence) return;
    written.next = { report, write };
    const { id: jobId, ownerId } = written.job;
    this.news.tell('person.job', { jobId, ownerId, impressions: facesOf(report, written.job) });
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.jobs.values()].map((written) => this.finish(written)));
  }

  private async write(report: Report, write: Write): Promise<void> {
    const job = await write();
    clearTimeout(this.jobs.get(report.jobId)?.timer);
    this.jobs.delete(report.jobId);
    if (!job) return;
    const timer = setTimeout(() => void this.finish(written), writeEveryMs);
    const written: Written = { job, report, timer };
    this.jobs.set(report.jobId, written);
  }

  /** The second is over: what waited is written, and begins another one. */
  private async finish({ job, timer, next }: Written): Promise<void> {
    clearTimeout(timer);
    this.jobs.delete(job.id);
    if (!next) return;
    await this.write(next.report, next.write).catch((error: unknown) => {
      this.logger.warn({ err: error, jobId: job.id }, 'the count of a running job could not be written down');
    });
  }
}

/** Whether a report says nothing but a count, and not the last one. */
function mayWait(report: Report, { job, report: last }: Written): boolean {
  const isSame = report.state === last.state && report.reason === last.reason;
  return isSame && facesOf(report, job) < job.unitPrices.length;
}

function facesOf({ impressions }: Report, { counting, side, unitPrices }: JobRow): number {
  return facesPrinted(impressions, { counting, side, total: unitPrices.length });
}
