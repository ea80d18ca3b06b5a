import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxService } from './outbox.service.js';
import { ParkedService } from './parked.service.js';

/** Records facts in the transaction of their change, and keeps messages that consumers could not handle. */
@Module({
  imports: [DatabaseModule],
  providers: [OutboxService, ParkedService],
  exports: [OutboxService, ParkedService],
})
export class OutboxModule {}
