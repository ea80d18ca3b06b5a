import { Inject, Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import { Refusal } from '@sixpence/contracts/refusals';
import { CORE_CONFIG, type CoreConfig } from '../../process/config.js';

/**
 * The calls without a session from one customer of an internet provider use at most a quarter of the
 * connection pool.
 */
const partOfPool = 4;
/**
 * The calls of one person use an eighth of the connection pool, and at least two connections. So many calls
 * that wait for the same row do not occupy all of it.
 */
const partOfPersonInPool = 8;
const leastOfPerson = 2;
/** The audience of a lecture may sign in at the same moment. Beyond this, calls are refused and retried. */
const mostWaiting = 500;
const retrySeconds = 2;

interface Places {
  taken: number;
  waiting: (() => void)[];
}

/**
 * The dependency that a call waits for. Each has places of its own, because an identity provider or another
 * service may take seconds to answer.
 */
type WaitsFor = 'core' | 'provider';

/**
 * Limits the concurrent calls without a session for each customer of an internet provider, over all of the
 * customer's networks, and the concurrent calls of each person with a session. A few run at a time and the
 * others wait, so that neither occupies the whole connection pool.
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

  /**
   * Waits for a place, runs the work, and frees the place.
   * @throws Refusal `request.too-many` when too many wait
   */
  async within<T>(from: string, work: () => Promise<T>, waitsFor: WaitsFor = 'core'): Promise<T> {
    return this.withPlace(`${waitsFor} ${widerNetworkOf(from)}`, this.atOnce, work);
  }

  /**
   * The same for the calls of a person with a session.
   * @throws Refusal `request.too-many` when too many of the person's calls wait
   */
  async withinPerson<T>(personId: string, work: () => Promise<T>): Promise<T> {
    return this.withPlace(`person ${personId}`, this.atOnceOfPerson, work);
  }

  private async withPlace<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
    await this.enter(key, atOnce);
    try {
      return await work();
    } finally {
      this.leavePlace(key);
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
    // `leave` hands its place to this call directly, so `taken` does not change.
    await new Promise<void>((resolve) => places.waiting.push(resolve));
  }

  private leavePlace(key: string): void {
    const places = this.placesOf.get(key);
    if (!places) throw new Error('A place is freed that was not taken');
    const next = places.waiting.shift();
    if (next) next();
    else if (places.taken === 1) this.placesOf.delete(key);
    else places.taken -= 1;
  }
}
