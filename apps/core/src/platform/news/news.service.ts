import { Injectable } from '@nestjs/common';
import type { NewsBody, NewsKind } from '@sixpence/contracts/events/news';
import { afterCommit } from '../database/after-commit.js';
import type { Queries } from '../database/sql.js';

/** Carries news to whoever hears it; never throws. */
type Voice = <K extends NewsKind>(kind: K, body: NewsBody<K>) => void;

/**
 * Where features tell fleeting news: look again, something has changed. News that is lost is late and nothing else, so
 * that telling never fails. A process without NATS, such as the operator's, has no voice: what it changes is seen the
 * next time somebody looks, or is a fact.
 */
@Injectable()
export class NewsService {
  private voice: Voice | undefined;

  /** From here on news is heard. */
  speakThrough(voice: Voice): void {
    this.voice = voice;
  }

  /** Tells what is so already. */
  tell<K extends NewsKind>(kind: K, body: NewsBody<K>): void {
    this.voice?.(kind, body);
  }

  /** Tells it when the transaction has committed; never when it is rolled back, and once however often it is tried. */
  after<K extends NewsKind>(tx: Queries, kind: K, body: NewsBody<K>): void {
    afterCommit(tx, () => {
      this.tell(kind, body);
    });
  }
}
