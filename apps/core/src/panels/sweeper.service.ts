import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every } from '../platform/process/rounds.js';
import { OverdueHoldsService } from '../jobs/overdue-holds.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from '../codes/print-codes.service.js';
import { CodeSpaceService } from '../codes/code-space.service.js';
import { TryBudgetsService } from '../codes/try-budgets.service.js';

const sweepEveryMs = 20_000;

/**
 * Rounds settle no overdue hold in the first two minutes of core. A database that was restored from
 * yesterday's backup has open jobs that have ended since. The boxes of these jobs report the true page counts
 * when they connect. A settlement before that would use the count of the backup, and would be final. The rule
 * of 24 hours settles holds five minutes early. So no hold becomes older than 24 hours because of this wait.
 */
const waitForBoxesMs = 2 * 60_000;

/** Sweeps overdue holds, panel sessions, and codes. */
@Injectable()
export class SweeperService {
  private readonly startedAtMs = performance.now();

  constructor(
    private readonly database: DataSource,
    private readonly overdueHolds: OverdueHoldsService,
    private readonly sessions: PanelSessionsService,
    private readonly codes: CodeSpaceService,
    private readonly budgets: TryBudgetsService,
    private readonly printCodes: PrintCodesService,
  ) {}

  @Every(sweepEveryMs, 'error', 'sweeping failed, the next round tries again')
  async round(): Promise<void> {
    await (performance.now() - this.startedAtMs < waitForBoxesMs ? this.endLapsed() : this.sweep());
  }

  /** Settles overdue holds first, then ends lapsed panel sessions and codes, and deletes old ones. */
  async sweep(): Promise<void> {
    await this.overdueHolds.settleAll();
    await this.endLapsed();
  }

  private async endLapsed(): Promise<void> {
    await this.sessions.endLapsedSessions();
    await this.codes.sweep();
    await this.budgets.forgetOld(this.database);
    await this.printCodes.forgetWrong();
  }
}
