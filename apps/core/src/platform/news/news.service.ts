import { Injectable } from '@nestjs/common';
import type { NewsBody, NewsKind } from '@sixpence/contracts/events/news';
import { afterCommit } from '../database/after-commit.js';
import type { Queries } from '../database/sql.js';

/** Publishes news. It never throws. */
type PublishNews = <K extends NewsKind>(kind: K, body: NewsBody<K>) => void;

/**
 * Publishes news: a change has committed, so screens should read again. News is best effort, so publishing
 * never fails. A screen that misses it is only late. A process without NATS, such as the operator's,
 * publishes none: screens see its changes at their next read, or through a fact.
 */
@Injectable()
export class NewsService {
  private publish: PublishNews | undefined;

  /** Sets the publisher. News before this call is dropped. */
  publishThrough(publish: PublishNews): void {
    this.publish = publish;
  }

  /** Publishes immediately, for a change that has committed. */
  publishNow<K extends NewsKind>(kind: K, body: NewsBody<K>): void {
    this.publish?.(kind, body);
  }

  /**
   * Publishes after the transaction has committed: never after a rollback, and only once, even if the
   * transaction is retried.
   */
  publishAfterCommit<K extends NewsKind>(tx: Queries, kind: K, body: NewsBody<K>): void {
    afterCommit(tx, () => {
      this.publishNow(kind, body);
    });
  }
}
