import { Inject, Injectable } from '@nestjs/common';
import { events, type EventOf, type Subject } from '@sixpence/contracts/events/events';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Failure } from '@sixpence/messaging/consumption';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { all, changed, one } from '../database/sql.js';

/** Enough to see what it was; the table stays small, whatever comes. */
const mostPayloadBytes = 2_048;
const mostErrorLetters = 1_000;
/** The oldest go first; each was told of in the log. */
const mostParked = 1_000;

/** A message that its consumer could not handle. */
export interface ParkedMessage {
  id: string;
  /** The consumer that gave it up. */
  durable: string;
  subject: Subject;
  /** Cut where it is longer than what is kept. */
  payload: string;
  isWhole: boolean;
  error: string;
  tries: number;
  parkedAt: Date;
}

type Handler = (body: EventOf<Subject>) => Promise<void>;

/** Keeps messages that nobody could handle, for an operator to look at, retry, or drop. Never silent. */
@Injectable()
export class ParkedService {
  private readonly handlers = new Map<string, Handler>();

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async park(failure: Failure): Promise<void> {
    const { durable, subject, tries } = failure;
    // PostgreSQL keeps no NUL in a text, and what could not be parked would be lost.
    const whole = Buffer.from(failure.payload.replaceAll('\0', '\ufffd'));
    const error =
      failure.error instanceof Error ? `${failure.error.name}: ${failure.error.message}` : 'unknown';
    await changed(
      this.database,
      `INSERT INTO parked_messages (durable, subject, payload, is_whole, error, tries)
       VALUES (:durable, :subject, :payload, :isWhole, :error, :tries)`,
      {
        ...{
          durable,
          subject,
          tries,
          payload: beginningOf(whole),
          isWhole: whole.length <= mostPayloadBytes,
        },
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

  /** A feature says how a message of its consumer is handled: `retry` does the same. */
  handledBy<S extends Subject>(durable: string, handle: (body: EventOf<S>) => Promise<void>): void {
    this.handlers.set(durable, handle as Handler);
  }

  /** The youngest first. */
  list(): Promise<ParkedMessage[]> {
    return all(this.database, `SELECT ${columns} FROM parked_messages ORDER BY parked_at DESC, id`);
  }

  /**
   * Handles a message as its consumer does, whose effects are idempotent; then it is parked no more.
   * @throws Refusal `parked.unknown`, `parked.cut`; and whatever the consumer throws, after which it is still parked
   */
  async retry(id: string): Promise<void> {
    const message = await one<ParkedMessage>(
      this.database,
      `SELECT ${columns} FROM parked_messages WHERE id::text = :id`,
      { id },
    );
    if (!message) throw new Refusal('parked.unknown');
    if (!message.isWhole) throw new Refusal('parked.cut');
    const handle = this.handlers.get(message.durable);
    if (!handle) throw new Error(`Nothing here handles what ${message.durable} gave up`);
    await handle(events[message.subject].parse(JSON.parse(message.payload)));
    await this.drop(id);
  }

  /** @returns false when it was not parked */
  async drop(id: string): Promise<boolean> {
    return (await changed(this.database, 'DELETE FROM parked_messages WHERE id::text = :id', { id })) === 1;
  }
}

const columns = 'id, durable, subject, payload, is_whole, error, tries, parked_at';

/** A letter that would be cut in the middle is left out. */
function beginningOf(whole: Buffer): string {
  return new TextDecoder().decode(whole.subarray(0, mostPayloadBytes), { stream: true });
}
