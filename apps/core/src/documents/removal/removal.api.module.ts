import { Module } from '@nestjs/common';
import { RemovalController } from './removal.controller.js';
import { RemovalModule } from './removal.module.js';
import { RemovalRoundsService } from './removal-rounds.service.js';

/** Deletion over HTTP, and the sweep of expired documents. */
@Module({
  imports: [RemovalModule],
  controllers: [RemovalController],
  providers: [RemovalRoundsService],
})
export class RemovalApiModule {}
