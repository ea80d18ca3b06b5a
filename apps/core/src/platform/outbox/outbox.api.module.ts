import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { MessagingModule } from '../news/messaging.module.js';
import { NewsModule } from '../news/news.module.js';
import { OutboxModule } from './outbox.module.js';
import { PruningService } from './pruning.service.js';
import { RelayService } from './relay.service.js';

/** The relay that publishes outbox rows to JetStream, and the timer that deletes old ones. */
@Module({
  imports: [DatabaseModule, MessagingModule, NewsModule, OutboxModule],
  providers: [RelayService, PruningService],
})
export class OutboxApiModule {}
