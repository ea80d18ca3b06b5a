import type { Logger } from 'pino';
import type { OpenJobAtCore } from '@sixpence/contracts/agent/gateway';
import type { JobRecord } from '../job/job-record.js';
import type { Journal } from '../journal/journal.js';
import type { GatewayLink } from '../link/gateway-link.js';

/**
 * Reconciles the open jobs of core with the journal at each `welcome`. The two differ when core or the box
 * was restored from an older copy. The box reports jobs that the journal does not know; core sets them to
 * `checking`, so that their printer is free at once and staff decide. A job that the journal calls settled,
 * and that core still holds open, is settled again.
 */
export class Reconciliation {
  private readonly asking = new Set<string>();

  constructor(
    private readonly journal: Pick<Journal, 'jobs' | 'releases'>,
    private readonly link: Pick<GatewayLink, 'askCore'>,
    private readonly log: Logger,
  ) {}

  compare(openJobs: readonly OpenJobAtCore[]): void {
    const { jobs, releases } = this.journal;
    const unanswered = new Set(releases.unanswered().map(({ releaseId }) => releaseId));
    const unknown: string[] = [];
    for (const { jobId, releaseId } of openJobs) {
      const job = jobs.findJob(jobId);
      if (job?.step === 'settled' && job.settlement?.state !== 'checking') void this.settleAgain(job);
      // The box repeats an unanswered release anyway, and core's answer contains its jobs.
      if (!job && !unanswered.has(releaseId)) unknown.push(jobId);
    }
    if (unknown.length > 0) void this.reportUnknown(unknown);
  }

  private async reportUnknown(jobIds: string[]): Promise<void> {
    await this.once(jobIds.join(), async () => {
      this.log.error(
        { jobs: jobIds.length },
        'Core has open jobs that this box does not know; staff must check them',
      );
      const answer = await this.link.askCore('unknown-jobs', { jobIds }, Infinity);
      if (answer.status === 'refused')
        this.log.error({ code: answer.code }, 'Core refused the list of jobs that this box does not know');
    });
  }

  private async settleAgain({ jobId, impressions, ending }: JobRecord): Promise<void> {
    await this.once(jobId, async () => {
      if (!ending) throw new Error(`Job ${jobId} was settled without an ending`);
      const answer = await this.link.askCore('settle', { jobId, impressions, ...ending }, Infinity);
      const job = this.journal.jobs.findJob(jobId);
      if (answer.status === 'ok' && job) this.journal.jobs.note(job, { settlement: answer.body });
      this.log.warn(
        { jobId, answer: answer.status },
        'Core held a job open that has ended here; the box asked core to settle it again',
      );
    });
  }

  /**
   * Runs one question per key at a time. A question that fails, or that the agent's stop cuts off, is
   * repeated at the next `welcome`.
   */
  private async once(key: string, ask: () => Promise<void>): Promise<void> {
    if (this.asking.has(key)) return;
    this.asking.add(key);
    try {
      await ask();
    } catch (error) {
      this.log.warn(
        { err: error },
        'A question about open jobs failed; the box repeats it at the next welcome',
      );
    } finally {
      this.asking.delete(key);
    }
  }
}
