import { type LiveNews, replaceableStateKey } from '@sixpence/contracts/events/news';

export type NewsKind = LiveNews['type'];
export type NewsOf<Kind extends NewsKind> = Extract<LiveNews, { type: Kind }>;

const noNews: readonly LiveNews[] = [];

/**
 * Passes live news to the listeners of its kind. Of news that describes a state, it keeps the latest item of
 * each subject, for pages that open later.
 */
export class NewsHub {
  private readonly listeners = new Map<NewsKind, Set<(news: never) => void>>();
  private readonly states = new Map<NewsKind, readonly LiveNews[]>();
  private readonly gapListeners = new Set<() => void>();

  publish(news: LiveNews): void {
    if (news.type === 'missed') {
      this.reportGap();
      return;
    }
    const subject = replaceableStateKey(news);
    if (subject !== undefined) {
      const others =
        this.states.get(news.type)?.filter((known) => replaceableStateKey(known) !== subject) ?? [];
      this.states.set(news.type, [...others, news]);
    }
    for (const listener of [...(this.listeners.get(news.type) ?? [])]) listener(news as never);
  }

  /** Call this when news may have been missed, such as after a reconnect. */
  reportGap(): void {
    for (const listener of [...this.gapListeners]) listener();
  }

  /** @returns a function that ends the subscription */
  subscribe<Kind extends NewsKind>(kind: Kind, listener: (news: NewsOf<Kind>) => void): () => void {
    const listeners = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** @returns a function that ends the subscription */
  subscribeToGaps(listener: () => void): () => void {
    this.gapListeners.add(listener);
    return () => this.gapListeners.delete(listener);
  }

  /**
   * The latest news item of each subject of this kind, in order of arrival. The array is the same until a new
   * item arrives, as `useSyncExternalStore` needs it.
   */
  latest<Kind extends NewsKind>(kind: Kind): readonly NewsOf<Kind>[] {
    return (this.states.get(kind) ?? noNews) as readonly NewsOf<Kind>[];
  }
}
