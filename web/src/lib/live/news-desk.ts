import { type LiveNews, stateToldBy } from '@sixpence/contracts/events/news';

export type NewsKind = LiveNews['type'];
export type NewsOf<Kind extends NewsKind> = Extract<LiveNews, { type: Kind }>;

const nothing: readonly LiveNews[] = [];

/**
 * Hands live news to whoever listens for its kind. What tells a state is kept, the latest of each subject, for pages
 * that open after it came.
 */
export class NewsDesk {
  private readonly listeners = new Map<NewsKind, Set<(news: never) => void>>();
  private readonly states = new Map<NewsKind, readonly LiveNews[]>();
  private readonly gapListeners = new Set<() => void>();

  tell(news: LiveNews): void {
    if (news.type === 'missed') {
      this.tellOfGap();
      return;
    }
    const subject = stateToldBy(news);
    if (subject !== undefined) {
      const others = this.states.get(news.type)?.filter((known) => stateToldBy(known) !== subject) ?? [];
      this.states.set(news.type, [...others, news]);
    }
    for (const listener of [...(this.listeners.get(news.type) ?? [])]) listener(news as never);
  }

  /** The connection is back after a time in which news may have been missed. */
  tellOfGap(): void {
    for (const listener of [...this.gapListeners]) listener();
  }

  /** @returns the way to stop listening */
  listen<Kind extends NewsKind>(kind: Kind, listener: (news: NewsOf<Kind>) => void): () => void {
    const listeners = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** @returns the way to stop listening */
  listenForGaps(listener: () => void): () => void {
    this.gapListeners.add(listener);
    return () => this.gapListeners.delete(listener);
  }

  /** The latest news of each subject of this kind, what changed last at the end; the same array until there is more. */
  latest<Kind extends NewsKind>(kind: Kind): readonly NewsOf<Kind>[] {
    return (this.states.get(kind) ?? nothing) as readonly NewsOf<Kind>[];
  }
}
