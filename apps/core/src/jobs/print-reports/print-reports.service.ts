import { Inject, Injectable } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { printFaults } from '@sixpence/contracts/printing/print-reports';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { changed, one } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { METRICS } from '../../platform/process/metrics.js';
import { Every } from '../../platform/process/rounds.js';
import { JobsService } from '../jobs.service.js';
import { countReportsOfSession, reportsOfPerson } from '../views/print-report-list.query.js';

/** The most reports of one panel session, so that a person at the panel cannot flood the list of staff. */
const mostReportsOfSession = 12;

/**
 * Stores print reports: people's complaints about a print, as answers to *Anything wrong?* at the panel. A
 * job has at most one report of each kind of fault. A report is kept for a year.
 */
@Injectable()
export class PrintReportsService {
  private readonly figures: Counter<'fault'>;

  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
    personalData: PersonalDataService,
  ) {
    this.figures = new Counter({
      name: 'sixpence_print_reports_total',
      help: 'Reports of people at panels that something is wrong with a print',
      labelNames: ['fault'],
      registers: [metrics],
    });
    for (const fault of printFaults) this.figures.inc({ fault }, 0);
    personalData.register({ name: 'printReports', exportOf: reportsOfPerson });
  }

  /**
   * Stores a report. Idempotent.
   * @throws Refusal `job.unknown` for a job of another agent, `request.too-many` for more reports than one
   *   panel session may have
   */
  async takePrintReport(
    agentId: string,
    { reportId, jobId, fault }: AgentRequest<'print-report'>,
  ): Promise<void> {
    const { printerId } = await this.jobs.forAgent(agentId, jobId);
    const earlier = await one(this.database, 'SELECT 1 FROM print_reports WHERE id = :reportId', {
      reportId,
    });
    if (earlier) return;
    if ((await countReportsOfSession(this.database, jobId)) >= mostReportsOfSession)
      throw new Refusal('request.too-many');
    const added = await changed(
      this.database,
      'INSERT INTO print_reports (id, job_id, fault) VALUES (:reportId, :jobId, :fault) ON CONFLICT DO NOTHING',
      { reportId, jobId, fault },
    );
    if (added === 0) return;
    this.figures.inc({ fault });
    this.logger.warn({ jobId, printerId, fault }, 'a person reports that something is wrong with a print');
  }

  /**
   * Closes a report with the answer of staff.
   * @throws Refusal `report.unknown` when there is no such open report
   */
  async closeReport(id: string, closedWith: string): Promise<void> {
    if (!z.uuid().safeParse(id).success) throw new Refusal('report.unknown');
    const closed = await changed(
      this.database,
      `UPDATE print_reports SET closed_at = app_now(), closed_with = :closedWith
       WHERE id = :id AND closed_at IS NULL`,
      { id, closedWith },
    );
    if (closed === 0) throw new Refusal('report.unknown');
  }

  /** Deletes reports when their year is over. */
  @Every(10 * 60_000, 'warn', 'old print reports could not be deleted, the next round tries again')
  async forgetOld(): Promise<void> {
    await changed(
      this.database,
      'DELETE FROM print_reports WHERE at <= app_now() - make_interval(secs => :life)',
      { life: lifeSeconds.printReport },
    );
  }
}
