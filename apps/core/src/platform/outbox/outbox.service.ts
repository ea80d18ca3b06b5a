import { Injectable } from '@nestjs/common';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import type { EntityManager } from 'typeorm';
import { afterCommit } from '../database/after-commit.js';
import { changed, one, type Queries } from '../database/sql.js';

/**
 * Where features say what happened. The row commits with the change it reports, so a fact is published if and only if
 * the change is real; the relay carries it to JetStream.
 */
@Injectable()
export class OutboxService {
  private readonly listeners: (() => void)[] = [];

  async record<S extends Subject>(tx: EntityManager, subject: S, body: EventOf<S>): Promise<void> {
    await changed(tx, 'INSERT INTO outbox (subject, body) VALUES (:subject, :body)', { subject, body });
    afterCommit(tx, () => {
      this.wake();
    });
  }

  /** Says that rows have committed, for whoever writes them otherwise than by `record`. Without it they go a second later. */
  wake(): void {
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` whenever a row of this process has committed. */
  onCommitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** How many facts are committed and not yet in the stream. */
  async waiting(queries: Queries): Promise<number> {
    const row = await one<{ count: number }>(
      queries,
      'SELECT count(*) FROM outbox WHERE published_at IS NULL',
    );
    return row?.count ?? 0;
  }
}
