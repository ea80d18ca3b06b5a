import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { all, changed, one } from '../database/sql.js';
import { NewsService } from '../news/news.service.js';
import { OutboxService } from './outbox.service.js';
import { toldBy } from './told-facts.js';

const batchSize = 100;
const sweepEveryMs = 1_000;

interface Row {
  id: string;
  subject: Subject;
  body: EventOf<Subject>;
  /** Whether it can still be news to anybody. */
  isNews: boolean;
}

/** A fact that cannot be sent is tried again after 1, 2, 4, … seconds, and no later than this. */
const longestRetrySeconds = 10;

/**
 * A fact that is sent later than this is told to nobody: when a stream is filled again all of a week's come by, and screens
 * read anew after every outage.
 */
const newsSeconds = 10 * 60;

/**
 * Carries outbox rows to JetStream. It is woken when a change of this process has committed; the sweeper finds what other
 * processes wrote and what could not be sent. One row that cannot be sent lets the others pass. When the stream was lost, everything is sent again,
 * whichever process made the new one: consumers are idempotent, so nothing changes but what was missed.
 */
@Injectable()
export class RelayService implements OnApplicationBootstrap, OnModuleDestroy {
  private sweeper: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wokenAgain = false;
  private stopped = false;
  /** The stream that has everything, by the moment it was made. */
  private filledStream: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
    private readonly outbox: OutboxService,
    private readonly news: NewsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper = setInterval(() => {
      this.wake();
    }, sweepEveryMs);
    this.outbox.onCommitted(() => {
      this.wake();
    });
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.sweeper);
    await this.running;
  }

  /** Starts a run, or has the present one look once more. */
  private wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.wokenAgain = true;
      return;
    }
    this.running = this.publishAll()
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the outbox waits');
      })
      .finally(() => {
        this.running = undefined;
        if (this.wokenAgain && !this.stopped) {
          this.wokenAgain = false;
          this.wake();
        }
      });
  }

  private async publishAll(): Promise<void> {
    await this.startOverInNewStream(await this.messaging.ensureStream());
    let goesOn = true;
    while (goesOn && !this.stopped) goesOn = await this.publishBatch();
  }

  /**
   * Rows stay locked while they are sent, so that two cores do not send the same one.
   * @returns whether it is worth going on at once: there may be more rows, and they can be sent
   */
  private async publishBatch(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const rows = await all<Row>(
        tx,
        `SELECT id, subject, body, created_at > clock_timestamp() - make_interval(secs => :newsSeconds) AS is_news
         FROM outbox 
         WHERE published_at IS NULL AND (retry_at IS NULL OR retry_at <= clock_timestamp())
         ORDER BY sequence LIMIT :batchSize FOR UPDATE SKIP LOCKED`,
        { batchSize, newsSeconds },
      );
      if (rows.length === 0) return false;
      // Sent in order, confirmed together: the rows stay locked for one round trip, not for a hundred.
      const results = await Promise.allSettled(rows.map((row) => this.publish(row)));
      const sent = rows.filter((_, at) => results[at]?.status === 'fulfilled');
      await markSent(tx, sent);
      if (sent.length < rows.length) {
        await putOff(
          tx,
          rows.filter((row) => !sent.includes(row)),
        );
        const error: unknown = results.find((result) => result.status === 'rejected')?.reason;
        this.logger.warn(
          { err: error, waiting: rows.length - sent.length },
          'facts could not be sent and wait',
        );
      }
      return rows.length === batchSize && sent.length > 0;
    });
  }

  /** Publishes a fact, and tells whoever looks at what it changed. */
  private async publish({ id, subject, body, isNews }: Row): Promise<void> {
    await this.messaging.publish(subject, body, id);
    const news = isNews ? toldBy(subject, body) : undefined;
    if (news) this.news.tell(news.kind, news.body);
  }

  /** The database remembers the stream, so that no crash and no other process comes between its making and this. */
  private async startOverInNewStream(stream: string): Promise<void> {
    if (stream === this.filledStream) return;
    await this.database.transaction(async (tx) => {
      const isNew = await one(
        tx,
        `INSERT INTO outbox_stream AS known (created) VALUES (:stream)
         ON CONFLICT (only_row) DO UPDATE SET created = excluded.created WHERE known.created <> excluded.created
         RETURNING created`,
        { stream },
      );
      if (!isNew) return;
      await changed(tx, 'SET LOCAL statement_timeout = 0');
      await changed(
        tx,
        `UPDATE outbox SET published_at = NULL, tries = 0, retry_at = NULL WHERE published_at IS NOT NULL`,
      );
      this.logger.warn({ stream }, 'the stream is a new one; the outbox is sent again');
    });
    this.filledStream = stream;
  }
}

async function markSent(tx: EntityManager, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await changed(tx, 'UPDATE outbox SET published_at = clock_timestamp() WHERE id = ANY(:ids)', { ids });
}

async function putOff(tx: EntityManager, rows: readonly Row[]): Promise<void> {
  await changed(
    tx,
    `UPDATE outbox SET tries = tries + 1,
       retry_at = clock_timestamp() + make_interval(secs => least(:longest, power(2, least(tries, 10))))
     WHERE id = ANY(:ids)`,
    { ids: rows.map(({ id }) => id), longest: longestRetrySeconds },
  );
}
