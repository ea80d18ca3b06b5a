import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import { NewsService } from '../platform/news/news.service.js';
import { LOGGER } from '../platform/process/logger.js';
import type { JobRow } from './job-row.js';
import { facesPrinted } from './settlement.js';

type Report = AgentRequest<'progress'>;

/** Stores a report. @returns the job as it was before, or undefined when the report changed nothing */
type Write = () => Promise<JobRow | undefined>;

/** The count of a job is stored at most this often. */
const writeEveryMs = 1_000;

/** The last stored report of a running job, and the next report, which waits to be stored. */
interface Written {
  job: JobRow;
  report: Report;
  timer: NodeJS.Timeout;
  next?: { report: Report; write: Write };
}

/**
 * Limits how often the count of a running job is stored: once a second, while screens see each count. A
 * report is stored at once when the job begins, stalls, resumes, or has printed its last page. If this core
 * dies, the count of the last second is lost; the box's next report, or the end of the job, has it again.
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
      await this.writeProgress(report, write);
      return;
    }
    if (report.sequence <= (written.next ?? written).report.sequence) return;
    written.next = { report, write };
    const { id: jobId, ownerId } = written.job;
    this.news.tellNow('person.job', { jobId, ownerId, impressions: facesOf(report, written.job) });
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.jobs.values()].map((written) => this.finish(written)));
  }

  private async writeProgress(report: Report, write: Write): Promise<void> {
    const job = await write();
    clearTimeout(this.jobs.get(report.jobId)?.timer);
    this.jobs.delete(report.jobId);
    if (!job) return;
    const timer = setTimeout(() => void this.finish(written), writeEveryMs);
    const written: Written = { job, report, timer };
    this.jobs.set(report.jobId, written);
  }

  /** Stores the waiting report, which begins the next interval. */
  private async finish({ job, timer, next }: Written): Promise<void> {
    clearTimeout(timer);
    this.jobs.delete(job.id);
    if (!next) return;
    await this.writeProgress(next.report, next.write).catch((error: unknown) => {
      this.logger.warn({ err: error, jobId: job.id }, 'the count of a running job could not be stored');
    });
  }
}

/** Whether a report changes only the count, and is not the last one. */
function mayWait(report: Report, { job, report: last }: Written): boolean {
  const isSame = report.state === last.state && report.reason === last.reason;
  return isSame && facesOf(report, job) < job.unitPrices.length;
}

function facesOf({ impressions }: Report, { counting, side, unitPrices }: JobRow): number {
  return facesPrinted(impressions, { counting, side, total: unitPrices.length });
}
