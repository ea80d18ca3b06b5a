import { Inject, Injectable } from '@nestjs/common';
import { events, type EventOf, type Subject } from '@sixpence/contracts/events/events';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Failure } from '@sixpence/messaging/consumption';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { all, changed, one } from '../database/sql.js';

/** The parts of a message that are kept are limited, so that the table stays small. */
const mostPayloadBytes = 2_048;
const mostErrorLetters = 1_000;
/** The oldest messages are deleted first. The log has a line for each. */
const mostParked = 1_000;

/** A message that its consumer failed to handle. */
export interface ParkedMessage {
  id: string;
  /** The name of the consumer that gave up. */
  durable: string;
  subject: Subject;
  /** At most the first 2,048 bytes; `isWhole` is false when the rest was cut off. */
  payload: string;
  isWhole: boolean;
  error: string;
  tries: number;
  parkedAt: Date;
}

type Handler = (body: EventOf<Subject>) => Promise<void>;

/**
 * Keeps messages that their consumer gave up, until an operator retries or drops them. Each message is logged
 * as an error.
 */
@Injectable()
export class ParkedService {
  private readonly handlers = new Map<string, Handler>();

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async parkMessage(failure: Failure): Promise<void> {
    const { durable, subject, tries } = failure;
    // PostgreSQL's text cannot contain NUL; a failed insert would lose the message.
    const whole = Buffer.from(failure.payload.replaceAll('\0', '\ufffd'));
    const error =
      failure.error instanceof Error ? `${failure.error.name}: ${failure.error.message}` : 'unknown';
    await changed(
      this.database,
      `INSERT INTO parked_messages (durable, subject, payload, is_whole, error, tries)
       VALUES (:durable, :subject, :payload, :isWhole, :error, :tries)`,
      {
        durable,
        subject,
        tries,
        payload: beginningOf(whole),
        isWhole: whole.length <= mostPayloadBytes,
        error: error.replaceAll('\0', '\ufffd').slice(0, mostErrorLetters),
      },
    );
    this.logger.error({ err: failure.error, durable, subject, tries }, 'message parked');
    await changed(
      this.database,
      `DELETE FROM parked_messages WHERE id IN (
         SELECT id FROM parked_messages ORDER BY parked_at DESC, id OFFSET :mostParked)`,
      { mostParked },
    );
  }

  /** Registers the handler of a consumer, for `retryMessage`. */
  registerHandler<S extends Subject>(durable: string, handle: (body: EventOf<S>) => Promise<void>): void {
    this.handlers.set(durable, handle as Handler);
  }

  /** The newest first. */
  listParked(): Promise<ParkedMessage[]> {
    return all(this.database, `SELECT ${columns} FROM parked_messages ORDER BY parked_at DESC, id`);
  }

  /**
   * Handles a message as its consumer does, and then deletes it. Handlers are idempotent.
   * @throws Refusal `parked.unknown`, `parked.cut`; and every error of the handler, after which the message
   *   stays parked
   */
  async retryMessage(id: string): Promise<void> {
    const message = await one<ParkedMessage>(
      this.database,
      `SELECT ${columns} FROM parked_messages WHERE id::text = :id`,
      { id },
    );
    if (!message) throw new Refusal('parked.unknown');
    if (!message.isWhole) throw new Refusal('parked.cut');
    const handle = this.handlers.get(message.durable);
    if (!handle) throw new Error(`This process has no handler for messages of ${message.durable}`);
    await handle(events[message.subject].parse(JSON.parse(message.payload)));
    await this.dropMessage(id);
  }

  /** @returns false when no such message is parked */
  async dropMessage(id: string): Promise<boolean> {
    return (await changed(this.database, 'DELETE FROM parked_messages WHERE id::text = :id', { id })) === 1;
  }
}

const columns = 'id, durable, subject, payload, is_whole, error, tries, parked_at';

/** Streaming decoding drops a character that the cut splits. */
function beginningOf(whole: Buffer): string {
  return new TextDecoder().decode(whole.subarray(0, mostPayloadBytes), { stream: true });
}
