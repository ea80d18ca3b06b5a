import { access, constants } from 'node:fs/promises';
import { Controller, Get, Inject } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging } from '@sixpence/messaging/messaging';
import { DataSource } from 'typeorm';
import { Public } from '../accounts/access.decorator.js';
import { CORE_CONFIG, type CoreConfig } from '../config.js';

/** `GET /healthz`: this process lives. `GET /readyz`: so do database, NATS, and storage. */
@Controller()
export class HealthController {
  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Public()
  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  @Public()
  @Get('readyz')
  async ready() {
    const parts = {
      database: this.database.query('SELECT 1'),
      nats: this.messaging.check(),
      storage: access(this.config.STORAGE_DIR, constants.W_OK),
    };
    const outcomes = await Promise.allSettled(Object.values(parts));
    const away = Object.keys(parts).filter((_, index) => outcomes[index]?.status === 'rejected');
    if (away.length > 0) throw new Refusal('service.unavailable', `Not answering: ${away.join(', ')}`, 5);
    return { status: 'ready' };
  }
}
