/** Listeners to one kind of event. They run one after the other, in the order in which they were added. */
export class Listeners<Event extends unknown[]> {
  private readonly listeners: ((...event: Event) => Promise<void>)[] = [];

  add(listener: (...event: Event) => Promise<void>): void {
    this.listeners.push(listener);
  }

  /**
   * Resolves when all listeners have ended.
   * @throws the error of a listener; later listeners then do not run
   */
  async notify(...event: Event): Promise<void> {
    for (const listener of this.listeners) await listener(...event);
  }
}
