interface Ask<Found> {
  key: string;
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads rows by key, and reads the keys of concurrent calls together: those that arrive in the same turn of
 * the event loop. Nothing is kept: each read begins after its call, so it sees every change that was
 * committed before the call.
 */
export class BatchedReads<Found> {
  private waiting: Ask<Found>[] = [];

  constructor(private readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {}

  /** @returns undefined when there is nothing with this key */
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
