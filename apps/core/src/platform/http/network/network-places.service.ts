import { Inject, Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import { Refusal } from '@sixpence/contracts/refusals';
import { CORE_CONFIG, type CoreConfig } from '../../process/config.js';

/** Of the connections to the database, the calls of visitors from one customer of a provider use this part at most. */
const partOfPool = 4;
/** A lecture that has just ended may sign in at the same moment; further calls come again. */
const mostWaiting = 500;
const retrySeconds = 2;

interface Places {
  taken: number;
  waiting: (() => void)[];
}

/** What calls wait for: each has places of its own, because another service may take seconds to answer. */
type WaitsFor = 'core' | 'provider';

/**
 * The calls without a session that one customer of a provider has under way, from whichever of their networks. A few run
 * at a time and the others wait for their turn, so that none keeps all connections of the database by calls that each
 * wait for something.
 */
@Injectable()
export class NetworkPlacesService {
  private readonly atOnce: number;
  private readonly placesOf = new Map<string, Places>();

  constructor(@Inject(CORE_CONFIG) { DATABASE_POOL }: CoreConfig) {
    this.atOnce = Math.max(1, Math.floor(DATABASE_POOL / partOfPool));
  }

  /** Waits for a place, and gives it back when the work is done. @throws Refusal `request.too-many` when too many wait */
  async within<T>(from: string, work: () => Promise<T>, waitsFor: WaitsFor = 'core'): Promise<T> {
    const key = `${waitsFor} ${widerNetworkOf(from)}`;
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: string): Promise<void> {
    const places = this.placesOf.get(key) ?? { taken: 0, waiting: [] };
    this.placesOf.set(key, places);
    if (places.taken < this.atOnce) {
      places.taken += 1;
      return;
    }
    if (places.waiting.length >= mostWaiting) {
      throw new Refusal('request.too-many', undefined, retrySeconds);
    }
    // The place of the call that ends is passed on: it is taken all the time.
    await new Promise<void>((resolve) => places.waiting.push(resolve));
  }

  private leave(key: string): void {
    const places = this.placesOf.get(key);
    if (!places) throw new Error('A network gives back a place that it does not have');
    const next = places.waiting.shift();
    if (next) next();
    else if (places.taken === 1) this.placesOf.delete(key);
    else places.taken -= 1;
  }
}
