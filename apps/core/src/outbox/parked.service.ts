import { Inject, Injectable } from '@nestjs/common';
import type { Failure } from '@sixpence/messaging/consumption';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { changed } from '../database/sql.js';

/** Keeps messages that nobody could handle, for an operator to look at, retry, or drop. Never silent. */
@Injectable()
export class ParkedService {
  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async park(failure: Failure): Promise<void> {
    const { durable, subject, tries } = failure;
    // PostgreSQL keeps no NUL in a text, and what could not be parked would be lost.
    const payload = failure.payload.replaceAll('\0', '\ufffd');
    const error =
      failure.error instanceof Error ? `${failure.error.name}: ${failure.error.message}` : 'unknown';
    await changed(
      this.database,
      `INSERT INTO parked_messages (durable, subject, payload, error, tries)
       VALUES (:durable, :subject, :payload, :error, :tries)`,
      { durable, subject, payload, error, tries },
    );
    this.logger.error({ err: failure.error, durable, subject, tries }, 'message parked');
  }
}
