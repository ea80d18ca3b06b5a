import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';

/** Of one network so many are there at once, the one that is made and those that wait; the next is asked to come again. */
const mostOfNetwork = 8;
/** Of all networks. */
const mostAtOnce = 64;
const comeAgainSeconds = 10;

/**
 * Files are made one after the other in each core: each takes time and a connection that everybody else needs, too.
 * Networks take turns, so that many accounts of one of them keep nobody else waiting.
 */
@Injectable()
export class FileTurns {
  /** What waits, by network; the network whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => Promise<void>)[]>();
  private readonly there = new Map<string, number>();
  private isMaking = false;

  /** @throws Refusal `request.too-many` when too many wait already */
  async inTurn<T>(network: string, make: () => Promise<T>): Promise<T> {
    const ofNetwork = this.there.get(network) ?? 0;
    const all = [...this.there.values()].reduce((sum, count) => sum + count, 0);
    if (ofNetwork >= mostOfNetwork || all >= mostAtOnce) {
      throw new Refusal(
        'request.too-many',
        'Many files are asked for at this moment. Please try again soon.',
        comeAgainSeconds,
      );
    }
    this.there.set(network, ofNetwork + 1);
    try {
      return await new Promise<T>((resolve, reject) => {
        const others = this.waiting.get(network) ?? [];
        this.waiting.set(network, [...others, () => make().then(resolve, reject)]);
        void this.makeAll();
      });
    } finally {
      const left = (this.there.get(network) ?? 1) - 1;
      if (left === 0) this.there.delete(network);
      else this.there.set(network, left);
    }
  }

  private async makeAll(): Promise<void> {
    if (this.isMaking) return;
    this.isMaking = true;
    for (let next = this.next(); next; next = this.next()) await next();
    this.isMaking = false;
  }

  /** The oldest of the network that has waited longest for its turn; that network goes behind the others. */
  private next(): (() => Promise<void>) | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [network, [make, ...rest]] = first;
    this.waiting.delete(network);
    if (rest.length > 0) this.waiting.set(network, rest);
    return make;
  }
}
