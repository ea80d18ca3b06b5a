import { Controller, Get } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging } from '@sixpence/messaging/messaging';
import { DataSource } from 'typeorm';
import { Public } from '../accounts/access.decorator.js';
import { StorageService } from '../storage/storage.service.js';

/** `GET /healthz`: this process lives. `GET /readyz`: so do database, NATS, and storage. */
@Controller()
export class HealthController {
  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
    private readonly storage: StorageService,
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
      storage: this.storage.check(),
    };
    const outcomes = await Promise.allSettled(Object.values(parts));
    const away = Object.keys(parts).filter((_, index) => outcomes[index]?.status === 'rejected');
    if (away.length > 0) throw new Refusal('service.unavailable', `Not answering: ${away.join(', ')}`, 5);
    return { status: 'ready' };
  }
}
