import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { Rounds } from '../process/rounds.js';
import { all } from '../database/sql.js';
import { JobsService } from './jobs.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from './print-codes.service.js';
import { TryBudgetsService } from './try-budgets.service.js';

const sweepEveryMs = 20_000;

/** A little before the time is over, so that no hold is ever older. */
const giveUpAfterSeconds = lifeSeconds.hold - 5 * 60;

const batchSize = 100;

/** The 24-hour rule: money is never set aside for longer, whatever printers, agents, or we ourselves forgot to say. */
@Injectable()
export class SweeperService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobsService,
    private readonly sessions: PanelSessionsService,
    private readonly codes: PrintCodesService,
    private readonly budgets: TryBudgetsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: sweepEveryMs,
      work: () => this.sweep(),
      failed: (error) => {
        this.logger.error({ err: error }, 'sweeping failed, the next round tries again');
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /** Money first: gives back what has been held for a day, then ends lapsed panel sessions and codes, and forgets those long dead. */
  async sweep(): Promise<void> {
    await this.giveBackOverdue();
    await this.sessions.endLapsed();
    await this.codes.sweep();
    await this.budgets.forgetOld(this.database);
  }

  private async giveBackOverdue(): Promise<void> {
    const overdue = await all<{ id: string }>(
      this.database,
      `SELECT id FROM jobs
       WHERE settled_at IS NULL AND created_at < app_now() - make_interval(secs => :giveUpAfterSeconds)
       ORDER BY created_at LIMIT :batchSize`,
      { giveUpAfterSeconds, batchSize },
    );
    for (const { id } of overdue) {
      try {
        await this.jobs.giveUp(id);
        this.logger.warn({ jobId: id }, 'nobody settled this job within a day, its hold was given back');
      } catch (error) {
        // One job that cannot be settled must not keep the money of all others.
        this.logger.error({ err: error, jobId: id }, 'giving back an overdue hold failed');
      }
    }
  }
}
