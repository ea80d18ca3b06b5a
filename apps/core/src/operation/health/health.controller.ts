import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging } from '@sixpence/messaging/messaging';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import { Answers } from '../../platform/http/call.decorator.js';
import { StorageService } from '../../documents/storage/storage.service.js';

/** `GET /healthz`: this process runs. `GET /readyz`: the database, NATS, and the storage answer, too. */
@Controller()
export class HealthController {
  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
    private readonly storage: StorageService,
  ) {}

  @Answers(calls.healthz)
  alive() {
    return { status: 'ok' } as const;
  }

  @Answers(calls.readyz)
  async ready() {
    const parts = {
      database: one(this.database, 'SELECT 1'),
      nats: this.messaging.checkServer(),
      storage: this.storage.checkStore(),
    };
    const outcomes = await Promise.allSettled(Object.values(parts));
    const failing = Object.keys(parts).filter((_, index) => outcomes[index]?.status === 'rejected');
    if (failing.length > 0)
      throw new Refusal('service.unavailable', `Not answering: ${failing.join(', ')}`, 5);
    return { status: 'ready' } as const;
  }
}
