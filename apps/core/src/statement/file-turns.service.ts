import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';

/** So many are there at once, the one that is made and those that wait; whoever comes then is asked to come again. */
const mostAtOnce = 8;
const comeAgainSeconds = 10;

/** Files are made one after the other in each core: each takes time and a connection that everybody else needs, too. */
@Injectable()
export class FileTurns {
  private last: Promise<unknown> = Promise.resolve();
  private there = 0;

  /** @throws Refusal `request.too-many` when too many wait already */
  async inTurn<T>(make: () => Promise<T>): Promise<T> {
    if (this.there >= mostAtOnce)
      throw new Refusal(
        'request.too-many',
        'Many files are asked for at this moment. Please try again soon.',
        comeAgainSeconds,
      );
    this.there += 1;
    const made = this.last.then(make);
    // One that fails is nothing to whoever comes next.
    this.last = made.catch(() => undefined);
    try {
      return await made;
    } finally {
      this.there -= 1;
    }
  }
}
