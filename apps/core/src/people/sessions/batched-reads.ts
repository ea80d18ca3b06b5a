interface PendingRead<Found> {
  key: string;
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads rows by key. Calls that arrive in the same turn of the event loop are read together. Nothing is
 * cached: each read begins after its call, so it sees every change that was committed before the call.
 */
export class BatchedReads<Found> {
  private waiting: PendingRead<Found>[] = [];

  constructor(private readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {}

  /** @returns undefined when no row has this key */
  find(key: string): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.readWaiting());
    });
  }

  private async readWaiting(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    try {
      const found = await this.read([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
