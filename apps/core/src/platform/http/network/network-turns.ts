import { widerNetworkOf } from '@sixpence/config/networks';
import type { Refusal } from '@sixpence/contracts/refusals';

interface Bounds {
  /** What is done at the same moment. */
  atOnce: number;
  /** Of one customer of a provider, what is done and what waits. */
  mostOfCustomer: number;
  /** Of all. */
  most: number;
}

/**
 * Work of which few pieces are done at a time. Customers of providers take turns, so that many networks or accounts of one
 * of them keep another waiting for one turn.
 */
export class NetworkTurns {
  /** What waits; the customer whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly thereOf = new Map<string, number>();
  private there = 0;
  private running = 0;

  constructor(
    private readonly bounds: Bounds,
    private readonly tooMany: () => Refusal,
  ) {}

  /** @throws Refusal of `tooMany` when too many wait already */
  async inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    const customer = widerNetworkOf(network);
    const before = this.thereOf.get(customer) ?? 0;
    if (before >= this.bounds.mostOfCustomer || this.there >= this.bounds.most) throw this.tooMany();
    this.thereOf.set(customer, before + 1);
    this.there += 1;
    try {
      await this.enter(customer);
      try {
        return await work();
      } finally {
        this.passOn();
      }
    } finally {
      this.there -= 1;
      const left = (this.thereOf.get(customer) ?? 1) - 1;
      if (left === 0) this.thereOf.delete(customer);
      else this.thereOf.set(customer, left);
    }
  }

  private async enter(customer: string): Promise<void> {
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

  /** The place of what has ended goes to the customer who has waited longest for a turn, and who goes behind the others. */
  private passOn(): void {
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
