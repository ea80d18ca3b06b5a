import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import { Messaging } from '@sixpence/messaging/messaging';
import pg from 'pg';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { LOGGER } from '../logger.js';

const batchSize = 100;
const sweepEveryMs = 1_000;
const listenAgainMs = 1_000;

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
  private listener: pg.Client | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wokenAgain = false;
  private stopped = false;
  /** The stream that has everything, by the moment it was made. */
  private filledStream: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper = setInterval(() => {
      this.wake();
    }, sweepEveryMs);
    void this.listen();
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.sweeper);
    await this.running;
    await this.listener?.end();
  }

  /** Starts a run, or has the present one look once more. */
  private wake(): void {
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
      const rows: Row[] = await tx.query(
        `SELECT id, subject, body FROM outbox WHERE published_at IS NULL
         ORDER BY sequence LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [batchSize],
      );
      if (rows.length === 0) return 0;
      // Sent in order, confirmed together: the rows stay locked for one round trip, not for a hundred.
      await Promise.all(rows.map((row) => this.messaging.publish(row.subject, row.body, row.id)));
      await tx.query('UPDATE outbox SET published_at = clock_timestamp() WHERE id = ANY($1)', [
        rows.map((row) => row.id),
      ]);
      return rows.length;
    });
  }

  /** The database remembers the stream, so that no crash and no other process comes between its making and this. */
  private async startOverInNewStream(stream: string): Promise<void> {
    if (stream === this.filledStream) return;
    await this.database.transaction(async (tx) => {
      const isNew: unknown[] = await tx.query(
        `INSERT INTO outbox_stream AS known (created) VALUES ($1)
         ON CONFLICT (only_row) DO UPDATE SET created = excluded.created WHERE known.created <> excluded.created
         RETURNING created`,
        [stream],
      );
      if (isNew.length === 0) return;
      await tx.query('SET LOCAL statement_timeout = 0');
      await tx.query('UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL');
      this.logger.warn({ stream }, 'the stream is a new one; the outbox is sent again');
    });
    this.filledStream = stream;
  }

  private async listen(): Promise<void> {
    if (this.stopped) return;
    const client = new pg.Client({ connectionString: this.config.DATABASE_URL, keepAlive: true });
    const again = () => {
      if (this.listener !== client) return;
      this.listener = undefined;
      if (!this.stopped) setTimeout(() => void this.listen(), listenAgainMs);
    };
    this.listener = client;
    client.on('notification', () => {
      this.wake();
    });
    client.on('error', (error) => {
      this.logger.warn({ err: error }, 'listening for outbox rows was cut');
      again();
    });
    client.on('end', again);
    try {
      await client.connect();
      await client.query('LISTEN outbox');
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot listen for outbox rows');
      again();
    }
  }
}
