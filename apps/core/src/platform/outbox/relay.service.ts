import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { all, changed, one } from '../database/sql.js';
import { NewsService } from '../news/news.service.js';
import { OutboxService } from './outbox.service.js';
import { newsOfFact } from './news-of-facts.js';

const batchSize = 100;
const sweepEveryMs = 1_000;

interface Row {
  id: string;
  subject: Subject;
  body: EventOf<Subject>;
  /** Whether the fact is young enough to be published as news. */
  isNews: boolean;
}

/**
 * The longest pause between tries. A fact that could not be published is retried after 1, 2, 4, … seconds.
 */
const longestRetrySeconds = 10;

/**
 * Facts older than this are not published as news. When a new stream is filled, facts of a whole week are
 * published again. They need no news, because screens read everything again after an outage.
 */
const newsSeconds = 10 * 60;

/**
 * Publishes outbox rows to JetStream. A commit of this process wakes it; a sweep each second finds rows of
 * other processes and failed ones. A row that fails does not block the others. When the stream was lost, all
 * facts are published again, even if another process created the new stream. Consumers are idempotent, so a
 * fact that they have handled before has no effect.
 */
@Injectable()
export class RelayService implements OnApplicationBootstrap, OnModuleDestroy {
  private sweeper: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private runAgain = false;
  private stopped = false;
  /** The creation time of the stream for which `republishToNewStream` has run. */
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

  /** Starts a run, or makes another run follow the current one. */
  private wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.runAgain = true;
      return;
    }
    this.running = this.publishAll()
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'publishing the outbox failed; the next sweep retries');
      })
      .finally(() => {
        this.running = undefined;
        if (this.runAgain && !this.stopped) {
          this.runAgain = false;
          this.wake();
        }
      });
  }

  private async publishAll(): Promise<void> {
    await this.republishToNewStream(await this.messaging.ensureStream());
    let isMore = true;
    while (isMore && !this.stopped) isMore = await this.publishBatch();
  }

  /**
   * Publishes one batch. Its rows stay locked meanwhile, so another core skips them.
   * @returns whether to read the next batch at once: this batch was full, and some of its rows were published
   */
  private async publishBatch(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const rows = await all<Row>(
        tx,
        `SELECT id, subject, body,
                created_at > clock_timestamp() - make_interval(secs => :newsSeconds) AS is_news
         FROM outbox
         WHERE published_at IS NULL AND (retry_at IS NULL OR retry_at <= clock_timestamp())
         ORDER BY sequence LIMIT :batchSize FOR UPDATE SKIP LOCKED`,
        { batchSize, newsSeconds },
      );
      if (rows.length === 0) return false;
      // All facts are sent before the first confirmation is awaited, so that the rows stay locked for one
      // round trip, not for a hundred.
      const results = await Promise.allSettled(rows.map((row) => this.publish(row)));
      const sent = rows.filter((_, at) => results[at]?.status === 'fulfilled');
      await markSent(tx, sent);
      if (sent.length < rows.length) {
        await delayRetry(
          tx,
          rows.filter((row) => !sent.includes(row)),
        );
        const error: unknown = results.find((result) => result.status === 'rejected')?.reason;
        this.logger.warn(
          { err: error, waiting: rows.length - sent.length },
          'publishing facts failed; they will be retried',
        );
      }
      return rows.length === batchSize && sent.length > 0;
    });
  }

  /** Publishes a fact, and the news that it causes. */
  private async publish({ id, subject, body, isNews }: Row): Promise<void> {
    await this.messaging.publish(subject, body, id);
    const news = isNews ? newsOfFact(subject, body) : undefined;
    if (news) this.news.publishNow(news.kind, news.body);
  }

  /**
   * Marks all facts as unpublished when the stream is new. The database stores the stream's creation time in
   * the same transaction, so the facts are published again even if this process crashes or another process
   * created the stream.
   */
  private async republishToNewStream(stream: string): Promise<void> {
    if (stream === this.filledStream) return;
    await this.database.transaction(async (tx) => {
      const isNew = await one(
        tx,
        `INSERT INTO outbox_stream AS known (created) VALUES (:stream)
         ON CONFLICT (only_row) DO UPDATE SET created = excluded.created
           WHERE known.created <> excluded.created
         RETURNING created`,
        { stream },
      );
      if (!isNew) return;
      await changed(tx, 'SET LOCAL statement_timeout = 0');
      const facts = await changed(
        tx,
        `UPDATE outbox SET published_at = NULL, tries = 0, retry_at = NULL WHERE published_at IS NOT NULL`,
      );
      // A new installation has no facts yet.
      if (facts === 0) this.logger.info({ stream }, 'the stream is new; the outbox has no published facts');
      else
        this.logger.warn({ stream, facts }, 'the stream is new; all facts of the outbox are published again');
    });
    this.filledStream = stream;
  }
}

async function markSent(tx: EntityManager, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await changed(tx, 'UPDATE outbox SET published_at = clock_timestamp() WHERE id = ANY(:ids)', { ids });
}

async function delayRetry(tx: EntityManager, rows: readonly Row[]): Promise<void> {
  await changed(
    tx,
    `UPDATE outbox SET tries = tries + 1,
       retry_at = clock_timestamp() + make_interval(secs => least(:longest, power(2, least(tries, 10))))
     WHERE id = ANY(:ids)`,
    { ids: rows.map(({ id }) => id), longest: longestRetrySeconds },
  );
}
