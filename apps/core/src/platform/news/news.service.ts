import { Injectable } from '@nestjs/common';
import type { NewsBody, NewsKind } from '@sixpence/contracts/events/news';
import { afterCommit } from '../database/after-commit.js';
import type { Queries } from '../database/sql.js';

/** Publishes news. It never throws. */
type Voice = <K extends NewsKind>(kind: K, body: NewsBody<K>) => void;

/**
 * Tells news: screens should read again, because a change has committed. News is best effort, so telling
 * never fails; a screen that misses it is only late. A process without NATS, such as the operator's,
 * publishes none: screens see its changes at their next read, or through a fact.
 */
@Injectable()
export class NewsService {
  private voice: Voice | undefined;

  /** Sets the publisher. News that is told earlier is dropped. */
  speakThrough(voice: Voice): void {
    this.voice = voice;
  }

  /** Tells at once, for a change that has committed. */
  tellNow<K extends NewsKind>(kind: K, body: NewsBody<K>): void {
    this.voice?.(kind, body);
  }

  /**
   * Tells once the transaction has committed: never after a rollback, and once however often the transaction
   * is retried.
   */
  after<K extends NewsKind>(tx: Queries, kind: K, body: NewsBody<K>): void {
    afterCommit(tx, () => {
      this.tellNow(kind, body);
    });
  }
}
