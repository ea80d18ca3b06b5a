import { Module } from '@nestjs/common';
import { CodesModule } from '../codes/codes.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { OverdueHoldsService } from '../jobs/overdue-holds.service.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { PairingsController } from './pairings.controller.js';
import { PanelsModule } from './panels.module.js';
import { SweeperService } from './sweeper.service.js';

/** Sign-in at a panel by QR code over HTTP, and the sweep of codes, panel sessions, and overdue holds. */
@Module({
  imports: [CodesModule, DatabaseModule, JobsModule, PanelsModule],
  controllers: [PairingsController],
  providers: [OverdueHoldsService, SweeperService],
})
export class PanelsApiModule {}
