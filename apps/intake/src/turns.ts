interface Waiting<T> {
  resolve: (thing: T) => void;
}

/**
 * Lends a few equal things, such as readers or places, one to each request. Waiting networks are served in
 * turn, so that a network with many requests delays another network by one turn only.
 */
export class Turns<T> {
  private readonly idle: T[];
  /** Waiting requests by network; the network that has waited longest comes first. */
  private readonly waiting = new Map<string, Waiting<T>[]>();

  constructor(things: readonly T[]) {
    this.idle = [...things];
  }

  /** @throws the reason of `signal` when it is aborted before the turn comes */
  async takeTurn(network: string, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.idle.length > 0) return this.idle.pop() as T;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        this.removeAsker(network, asker);
        reject(signal.reason as Error);
      };
      const asker: Waiting<T> = {
        resolve: (thing) => {
          signal.removeEventListener('abort', leave);
          resolve(thing);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.set(network, [...(this.waiting.get(network) ?? []), asker]);
    });
  }

  giveBack(thing: T): void {
    const [first] = this.waiting;
    if (!first) {
      this.idle.push(thing);
      return;
    }
    const [network, [next, ...others]] = first;
    this.waiting.delete(network);
    if (others.length > 0) this.waiting.set(network, others);
    next?.resolve(thing);
  }

  /** The things that are not lent. */
  get unused(): readonly T[] {
    return this.idle;
  }

  private removeAsker(network: string, asker: Waiting<T>): void {
    const others = (this.waiting.get(network) ?? []).filter((each) => each !== asker);
    if (others.length > 0) this.waiting.set(network, others);
    else this.waiting.delete(network);
  }
}
