import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { LOGGER } from '../process/logger.js';
import { NewsModule } from './news.module.js';
import { NewsService } from './news.service.js';

/**
 * Core's only connection to NATS, for publishing, consuming, and news. Only entry points (`x.api.module.ts`)
 * import this module.
 */
@Module({
  imports: [NewsModule],
  providers: [
    {
      provide: Messaging,
      useFactory: (config: CoreConfig, logger: Logger) =>
        new Messaging({ access: natsAccess(config), name: 'core', logger }),
      inject: [CORE_CONFIG, LOGGER],
    },
  ],
  exports: [Messaging],
})
export class MessagingModule implements BeforeApplicationShutdown {
  constructor(
    private readonly messaging: Messaging,
    news: NewsService,
  ) {
    news.publishThrough((kind, body) => {
      messaging.tellNews(kind, body);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.messaging.drain();
  }
}
