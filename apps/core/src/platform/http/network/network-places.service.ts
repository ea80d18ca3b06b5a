import { Inject, Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import { Refusal } from '@sixpence/contracts/refusals';
import { CORE_CONFIG, type CoreConfig } from '../../process/config.js';

/** Of the connections to the database, the calls of visitors from one customer of a provider use this part at most. */
const partOfPool = 4;
/** The same of one person: a hundred calls that wait for a row of their own keep two connections, not all. */
const partOfPersonInPool = 8;
const leastOfPerson = 2;
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
 * The calls without a session that one customer of a provider has under way, from whichever of their networks, and those
 * of one person with a session. A few run at a time and the others wait for their turn, so that none keeps all connections
 * of the database by calls that each wait for something.
 */
@Injectable()
export class NetworkPlacesService {
  private readonly atOnce: number;
  private readonly atOnceOfPerson: number;
  private readonly placesOf = new Map<string, Places>();

  constructor(@Inject(CORE_CONFIG) { DATABASE_POOL }: CoreConfig) {
    this.atOnce = Math.max(1, Math.floor(DATABASE_POOL / partOfPool));
    this.atOnceOfPerson = Math.max(leastOfPerson, Math.floor(DATABASE_POOL / partOfPersonInPool));
  }

  /** Waits for a place, and gives it back when the work is done. @throws Refusal `request.too-many` when too many wait */
  async within<T>(from: string, work: () => Promise<T>, waitsFor: WaitsFor = 'core'): Promise<T> {
    return this.withPlace(`${waitsFor} ${widerNetworkOf(from)}`, this.atOnce, work);
  }

  /** The same for a call of a person with a session. @throws Refusal `request.too-many` when too many of theirs wait */
  async withinPerson<T>(personId: string, work: () => Promise<T>): Promise<T> {
    return this.withPlace(`person ${personId}`, this.atOnceOfPerson, work);
  }

  private async withPlace<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
    await this.enter(key, atOnce);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: string, atOnce: number): Promise<void> {
    const places = this.placesOf.get(key) ?? { taken: 0, waiting: [] };
    this.placesOf.set(key, places);
    if (places.taken < atOnce) {
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
    if (!places) throw new Error('A place is given back that was not taken');
    const next = places.waiting.shift();
    if (next) next();
    else if (places.taken === 1) this.placesOf.delete(key);
    else places.taken -= 1;
  }
}
