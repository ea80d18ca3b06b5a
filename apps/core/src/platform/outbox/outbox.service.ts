import { Injectable } from '@nestjs/common';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import type { EntityManager } from 'typeorm';
import { afterCommit } from '../database/after-commit.js';
import { changed, one, type Queries } from '../database/sql.js';

/**
 * Records facts. The row commits with the change that it reports, so a fact is published if and only if the
 * change commits. The relay publishes it to JetStream.
 */
@Injectable()
export class OutboxService {
  private readonly listeners: (() => void)[] = [];

  async recordFact<S extends Subject>(tx: EntityManager, subject: S, body: EventOf<S>): Promise<void> {
    await changed(tx, 'INSERT INTO outbox (subject, body) VALUES (:subject, :body)', { subject, body });
    afterCommit(tx, () => {
      this.wake();
    });
  }

  /**
   * Wakes the relay, for code that writes rows without `recordFact`. Otherwise the relay finds them within a
   * second.
   */
  wake(): void {
    for (const listener of this.listeners) listener();
  }

  /** Registers a listener, called after each commit of this process that added a row. */
  onCommitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** The number of facts that are committed and not yet published. */
  async countWaiting(queries: Queries): Promise<number> {
    const row = await one<{ count: number }>(
      queries,
      'SELECT count(*) FROM outbox WHERE published_at IS NULL',
    );
    return row?.count ?? 0;
  }
}
