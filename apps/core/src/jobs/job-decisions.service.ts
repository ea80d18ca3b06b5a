import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import { DataSource } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';
import { CreditsService } from '../money/ledger/credits.service.js';
import { one } from '../platform/database/sql.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { jobColumns, priceOfLastPaid, type JobRow } from './job-row.js';
import { JobsService } from './jobs.service.js';

/** The job, and the member of staff and the reason as the audit records them. */
interface Decision {
  jobId: string;
  actor: string;
  reason: string;
}

/** Decisions of staff: they end an open job that no report ends, or give back money of a settled job. */
@Injectable()
export class JobDecisionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly jobs: JobsService,
    private readonly credits: CreditsService,
    private readonly audit: AuditService,
  ) {}

  /** A job by its id. @throws Refusal `job.unknown` */
  async job(jobId: string): Promise<JobRow> {
    const job = await one<JobRow>(this.database, `SELECT ${jobColumns} FROM jobs j WHERE j.id = :jobId`, {
      jobId,
    });
    if (!job) throw new Refusal('job.unknown', 'There is no such job. See: statement <email>');
    return job;
  }

  /**
   * Ends an open job: `pages` pages are paid for, and the rest of the hold is given back.
   * @returns false when it was settled before
   * @throws Refusal `job.unknown`, `pages.out-of-range`
   */
  async capture({ jobId, actor, reason, pages }: Decision & { pages: number }): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.jobs.decide(tx, jobId, pages))) return false;
      const act = pages === 0 ? 'job give-back' : 'job capture';
      await this.audit.recordAct(tx, { actor, act, subject: jobId, reason });
      return true;
    });
  }

  /**
   * Gives back an amount of a settled job's price, the price of its last pages, or all that remains.
   * Idempotent by key.
   * @returns the amount, or undefined when this key was used before
   * @throws Refusal `job.unknown`; `credits.more-than-captured`, also for an open job, which has captured
   *   nothing yet
   */
  async giveBack(
    decision: Decision & { amount: Money | { pages: number } | 'all that remains'; key: string },
  ): Promise<Money | undefined> {
    const { jobId, actor, reason, key } = decision;
    const job = await this.job(jobId);
    const amount = await this.amountOf(job, decision.amount);
    const { ownerId: owner } = job;
    return this.transactions.run(async (tx) => {
      const giveBack = { jobId, owner, amount, key, actor, reason };
      return (await this.credits.giveBack(tx, giveBack)) ? amount : undefined;
    });
  }

  private async amountOf(
    job: JobRow,
    choice: Money | { pages: number } | 'all that remains',
  ): Promise<Money> {
    if (choice !== 'all that remains') return 'pages' in choice ? priceOfLastPaid(job, choice.pages) : choice;
    const remaining = await this.credits.remainingToGiveBack(job.id);
    if (remaining === 0)
      throw new Refusal('credits.more-than-captured', 'No part of the price of this job can be given back.');
    return money(remaining, job.currency);
  }
}
