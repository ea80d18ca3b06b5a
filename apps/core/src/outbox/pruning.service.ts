import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../logger.js';
import { Rounds } from '../rounds.js';

const pruneEveryMs = 10 * 60 * 1_000;

/** As long as the stream keeps facts: nothing older has an effect when it is sent again. */
const keepDays = 7;

const batchSize = 5_000;

/** Forgets facts that were published long ago, so that the outbox stays small enough to be sent again at once. */
@Injectable()
export class PruningService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: pruneEveryMs,
      work: () => this.prune(),
      failed: (error) => {
        this.logger.warn({ err: error }, 'pruning the outbox failed, the next round tries again');
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /** What was not published stays, however old it is. */
  async prune(): Promise<void> {
    let forgotten = batchSize;
    while (forgotten === batchSize) {
      const [, count]: [unknown[], number] = await this.database.query(
        `DELETE FROM outbox WHERE id IN (
           SELECT id FROM outbox WHERE published_at IS NOT NULL
             AND created_at < clock_timestamp() - make_interval(days => $1) LIMIT $2)`,
        [keepDays, batchSize],
      );
      forgotten = count;
    }
  }
}
