import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import { NewsService } from '../platform/news/news.service.js';
import { LOGGER } from '../platform/process/logger.js';
import type { JobRow } from './job-row.js';
import { facesPrinted } from './settlement.js';

type Report = AgentRequest<'progress'>;

/**
 * Stores a report. @returns the job as it was before the report; undefined when the report changed nothing
 */
type Write = () => Promise<JobRow | undefined>;

/** The shortest time between two stored counts of a running job. */
const writeEveryMs = 1_000;

/** The last stored report of a running job, and the next report, which waits to be stored. */
interface PacedJob {
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
  private readonly jobs = new Map<string, PacedJob>();

  constructor(
    private readonly news: NewsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async report(agentId: string, report: Report, write: Write): Promise<void> {
    const paced = this.jobs.get(report.jobId);
    if (paced?.job.agentId !== agentId || !mayWait(report, paced)) {
      await this.writeProgress(report, write);
      return;
    }
    if (report.sequence <= (paced.next ?? paced).report.sequence) return;
    paced.next = { report, write };
    const { id: jobId, ownerId } = paced.job;
    this.news.publishNow('person.job', { jobId, ownerId, impressions: facesOf(report, paced.job) });
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.jobs.values()].map((paced) => this.finish(paced)));
  }

  private async writeProgress(report: Report, write: Write): Promise<void> {
    const job = await write();
    clearTimeout(this.jobs.get(report.jobId)?.timer);
    this.jobs.delete(report.jobId);
    if (!job) return;
    const timer = setTimeout(() => void this.finish(paced), writeEveryMs);
    const paced: PacedJob = { job, report, timer };
    this.jobs.set(report.jobId, paced);
  }

  /** Stores the waiting report, which begins the next interval. */
  private async finish({ job, timer, next }: PacedJob): Promise<void> {
    clearTimeout(timer);
    this.jobs.delete(job.id);
    if (!next) return;
    await this.writeProgress(next.report, next.write).catch((error: unknown) => {
      this.logger.warn({ err: error, jobId: job.id }, 'the count of a running job could not be stored');
    });
  }
}

/** Whether a report changes only the count, and is not the last one. */
function mayWait(report: Report, { job, report: last }: PacedJob): boolean {
  const isSame = report.state === last.state && report.reason === last.reason;
  return isSame && facesOf(report, job) < job.unitPrices.length;
}

function facesOf({ impressions }: Report, { counting, side, unitPrices }: JobRow): number {
  return facesPrinted(impressions, { counting, side, total: unitPrices.length });
}
