interface WaitingRequest<T> {
  resolve: (item: T) => void;
}

/**
 * A pool of equal items, such as readers, which lends one to each request. Waiting networks are served in
 * turn, so that many requests of one network delay another network by one item only.
 */
export class FairPool<T> {
  private readonly idle: T[];
  /** Waiting requests by network; the network that has waited longest comes first. */
  private readonly waiting = new Map<string, WaitingRequest<T>[]>();

  constructor(items: readonly T[]) {
    this.idle = [...items];
  }

  /** @throws the reason of `signal` when it is aborted before an item is free */
  async acquire(network: string, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.idle.length > 0) return this.idle.pop() as T;
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => {
        this.removeRequest(network, request);
        reject(signal.reason as Error);
      };
      const request: WaitingRequest<T> = {
        resolve: (item) => {
          signal.removeEventListener('abort', onAbort);
          resolve(item);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.set(network, [...(this.waiting.get(network) ?? []), request]);
    });
  }

  giveBack(item: T): void {
    const [first] = this.waiting;
    if (!first) {
      this.idle.push(item);
      return;
    }
    const [network, [next, ...others]] = first;
    this.waiting.delete(network);
    if (others.length > 0) this.waiting.set(network, others);
    next?.resolve(item);
  }

  /** The items that are not lent. */
  get unused(): readonly T[] {
    return this.idle;
  }

  private removeRequest(network: string, request: WaitingRequest<T>): void {
    const others = (this.waiting.get(network) ?? []).filter((each) => each !== request);
    if (others.length > 0) this.waiting.set(network, others);
    else this.waiting.delete(network);
  }
}
