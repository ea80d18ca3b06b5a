/** Listeners to one kind of news. They run one after the other, in the order in which they were added. */
export class Listeners<News extends unknown[]> {
  private readonly listeners: ((...news: News) => Promise<void>)[] = [];

  add(listener: (...news: News) => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** Returns when all listeners have. @throws what a listener throws; the listeners after it do not run */
  async tell(...news: News): Promise<void> {
    for (const listener of this.listeners) await listener(...news);
  }
}
