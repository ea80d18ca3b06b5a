import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxService } from './outbox.service.js';
import { ParkedService } from './parked.service.js';

/** Where features record facts with the change that makes them true, and where messages lie that nobody could handle. */
@Module({
  imports: [DatabaseModule],
  providers: [OutboxService, ParkedService],
  exports: [OutboxService, ParkedService],
})
export class OutboxModule {}
