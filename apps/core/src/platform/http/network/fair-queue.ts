import { widerNetworkOf } from '@sixpence/config/networks';
import type { Refusal } from '@sixpence/contracts/refusals';

interface Bounds {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** Pieces of one customer of an internet provider that run or wait. */
  mostOfCustomer: number;
  /** Pieces of all customers that run or wait. */
  most: number;
}

/**
 * Runs work with a limit on concurrency. Customers of internet providers alternate. So a customer with many
 * networks or accounts delays another customer's next piece of work by at most one piece.
 */
export class FairQueue {
  /** Waiting work by customer. The first customer in the map is next. */
  private readonly waiting = new Map<string, (() => void)[]>();
  /** Pieces that run or wait: of each customer, and of all. */
  private readonly admittedOf = new Map<string, number>();
  private admitted = 0;
  private running = 0;

  constructor(
    private readonly bounds: Bounds,
    private readonly tooMany: () => Refusal,
  ) {}

  /** @throws Refusal of `tooMany` when too many pieces wait already */
  async runInTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    const customer = widerNetworkOf(network);
    const before = this.admittedOf.get(customer) ?? 0;
    if (before >= this.bounds.mostOfCustomer || this.admitted >= this.bounds.most) throw this.tooMany();
    this.admittedOf.set(customer, before + 1);
    this.admitted += 1;
    try {
      await this.waitForTurn(customer);
      try {
        return await work();
      } finally {
        this.startNext();
      }
    } finally {
      this.admitted -= 1;
      const remaining = (this.admittedOf.get(customer) ?? 1) - 1;
      if (remaining === 0) this.admittedOf.delete(customer);
      else this.admittedOf.set(customer, remaining);
    }
  }

  private async waitForTurn(customer: string): Promise<void> {
    if (this.running < this.bounds.atOnce) {
      this.running += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      const others = this.waiting.get(customer);
      if (others) others.push(resolve);
      else this.waiting.set(customer, [resolve]);
    });
  }

  /** Starts the next work of the customer who has waited longest. That customer then moves to the end. */
  private startNext(): void {
    const [first] = this.waiting;
    if (!first) {
      this.running -= 1;
      return;
    }
    const [customer, [next, ...rest]] = first;
    this.waiting.delete(customer);
    if (rest.length > 0) this.waiting.set(customer, rest);
    next?.();
  }
}
