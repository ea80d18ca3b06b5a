import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource } from 'typeorm';
import { Every } from '../process/rounds.js';
import { changed } from '../database/sql.js';

const pruneEveryMs = 10 * 60 * 1_000;

const batchSize = 5_000;

/**
 * Deletes old parked messages, and facts that were published long ago. So few facts remain, and all of them
 * can be published again quickly.
 */
@Injectable()
export class PruningService {
  constructor(private readonly database: DataSource) {}

  /** Never deletes unpublished facts. */
  @Every(pruneEveryMs, 'warn', 'pruning the outbox failed; the next round retries')
  async prune(): Promise<void> {
    await changed(
      this.database,
      `DELETE FROM parked_messages WHERE parked_at < clock_timestamp() - make_interval(secs => :parked)`,
      { parked: lifeSeconds.parkedMessage },
    );
    let deleted = batchSize;
    while (deleted === batchSize) {
      deleted = await changed(
        this.database,
        `DELETE FROM outbox WHERE id IN (
           SELECT id FROM outbox WHERE published_at IS NOT NULL
             AND created_at < clock_timestamp() - make_interval(secs => :life) LIMIT :batchSize)`,
        { life: lifeSeconds.fact, batchSize },
      );
    }
  }
}
