import { Inject, Injectable } from '@nestjs/common';
import type { Failure } from '@sixpence/messaging/consumption';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../logger.js';

/** Keeps messages that nobody could handle, for an operator to look at, retry, or drop. Never silent. */
@Injectable()
export class ParkedService {
  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async park(failure: Failure): Promise<void> {
    const { durable, subject, payload, tries } = failure;
    const error =
      failure.error instanceof Error ? `${failure.error.name}: ${failure.error.message}` : 'unknown';
    await this.database.query(
      'INSERT INTO parked_messages (durable, subject, payload, error, tries) VALUES ($1, $2, $3, $4, $5)',
      [durable, subject, payload, error, tries],
    );
    this.logger.error({ err: failure.error, durable, subject, tries }, 'message parked');
  }
}
