/** Writes a sum to the count of a key, and says how many there are then. */
type Add = (key: string, sum: number) => Promise<Count>;

/** How many there were within the time of a budget, this one included, and how much of the time is left. */
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
 * Counts of one key at a time: those that come while one is being written are then written together. A row that others
 * hold makes one statement of this process wait for it, however many calls want to be counted.
 */
export class CountsInTurn {
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly add: Add) {}

  /** Adds one to a count, or takes one back. */
  count(key: string, by: 1 | -1 = 1): Promise<Count> {
    return new Promise((resolve, reject) => {
      const own = { by, resolve, reject };
      const others = this.waiting.get(key);
      if (others) {
        others.push(own);
        return;
      }
      this.waiting.set(key, []);
      void this.write(key, [own]);
    });
  }

  private async write(key: string, first: Waiting[]): Promise<void> {
    for (let turn = first; turn.length > 0; turn = this.next(key)) {
      const sum = turn.reduce((so, { by }) => so + by, 0);
      try {
        const { used, secondsLeft } = await this.add(key, sum);
        let before = used - sum;
        for (const { by, resolve } of turn) resolve({ used: (before += by), secondsLeft });
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    this.waiting.delete(key);
  }

  private next(key: string): Waiting[] {
    const turn = this.waiting.get(key) ?? [];
    this.waiting.set(key, []);
    return turn;
  }
}
