import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { OverdueHoldsService } from './overdue-holds.service.js';
import { ReleaseController } from './release.controller.js';
import { ReleaseModule } from './release.module.js';
import { SweeperService } from './sweeper.service.js';

/** Print codes over HTTP, and the timer that lets no hold grow old. */
@Module({
  imports: [DatabaseModule, ReleaseModule],
  controllers: [ReleaseController],
  providers: [OverdueHoldsService, SweeperService],
})
export class ReleaseApiModule {}
