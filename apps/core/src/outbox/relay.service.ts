import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
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
}

/**
 * Carries outbox rows to JetStream. A NOTIFY wakes it as soon as a change commits; the sweeper finds what a lost
 * notification, a dead connection, or another core left behind. When the stream was lost, everything is sent again,
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
    let published = batchSize;
    while (published === batchSize && !this.stopped) published = await this.publishBatch();
  }

  /** Rows stay locked while they are sent, so that two cores do not send the same one. */
  private async publishBatch(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const rows = await all<Row>(
        tx,
        `SELECT id, subject, body FROM outbox WHERE published_at IS NULL
         ORDER BY sequence LIMIT :batchSize FOR UPDATE SKIP LOCKED`,
        { batchSize },
      );
      if (rows.length === 0) return 0;
      // Sent in order, confirmed together: the rows stay locked for one round trip, not for a hundred.
      await Promise.all(rows.map((row) => this.publish(row)));
      const ids = rows.map((row) => row.id);
      await changed(tx, 'UPDATE outbox SET published_at = clock_timestamp() WHERE id = ANY(:ids)', { ids });
      return rows.length;
    });
  }

  /** Publishes a fact, and tells whoever looks at what it changed. */
  private async publish({ id, subject, body }: Row): Promise<void> {
    await this.messaging.publish(subject, body, id);
    const news = toldBy(subject, body);
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
      await changed(tx, 'UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL');
      this.logger.warn({ stream }, 'the stream is a new one; the outbox is sent again');
    });
    this.filledStream = stream;
  }
}
