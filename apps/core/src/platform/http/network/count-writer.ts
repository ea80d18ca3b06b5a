/** Adds a sum to the count of a key and returns the new count. */
type Add = (key: string, sum: number) => Promise<Count>;

/**
 * The number of tries within the budget's time, this one included, and the remaining seconds of that time.
 */
export interface Count {
  used: number;
  secondsLeft: number;
}

interface Waiting {
  by: 1 | -1;
  resolve: (count: Count) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes the count of each key by one statement at a time. Tries that arrive during a write are added up and
 * written together. So a row that is locked elsewhere blocks only one statement of this process.
 */
export class CountWriter {
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly add: Add) {}

  /** Adds one try to a count, or takes one back. */
  addTry(key: string, by: 1 | -1 = 1): Promise<Count> {
    return new Promise((resolve, reject) => {
      const own = { by, resolve, reject };
      const others = this.waiting.get(key);
      if (others) {
        others.push(own);
        return;
      }
      this.waiting.set(key, []);
      void this.writeCount(key, [own]);
    });
  }

  private async writeCount(key: string, first: Waiting[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = this.nextBatch(key)) {
      const sum = batch.reduce((total, { by }) => total + by, 0);
      try {
        const { used, secondsLeft } = await this.add(key, sum);
        let before = used - sum;
        for (const { by, resolve } of batch) resolve({ used: (before += by), secondsLeft });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.waiting.delete(key);
  }

  private nextBatch(key: string): Waiting[] {
    const batch = this.waiting.get(key) ?? [];
    this.waiting.set(key, []);
    return batch;
  }
}
