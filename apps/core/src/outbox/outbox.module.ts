import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { ConfigModule } from '../config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { LOGGER } from '../logger.js';
import { OutboxService } from './outbox.service.js';
import { ParkedService } from './parked.service.js';
import { PruningService } from './pruning.service.js';
import { RelayService } from './relay.service.js';

/** Facts out (outbox → JetStream), facts in (`Messaging.consume`), and what could not be handled (parked). */
@Module({
  imports: [ConfigModule, DatabaseModule],
  providers: [
    {
      provide: Messaging,
      useFactory: (config: CoreConfig, logger: Logger) =>
        new Messaging({ url: config.NATS_URL, name: 'core', logger }),
      inject: [CORE_CONFIG, LOGGER],
    },
    OutboxService,
    ParkedService,
    RelayService,
    PruningService,
  ],
  exports: [Messaging, OutboxService, ParkedService],
})
export class OutboxModule implements BeforeApplicationShutdown {
  constructor(private readonly messaging: Messaging) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.messaging.drain();
  }
}
