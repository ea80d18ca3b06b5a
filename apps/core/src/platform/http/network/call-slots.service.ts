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
 * The calls of one person use an eighth of the connection pool, and at least two connections. So the pool is
 * not occupied by a person's many calls that wait for the same row.
 */
const personPartOfPool = 8;
const leastOfPerson = 2;
/**
 * The audience of a lecture may sign in at the same moment. Further calls are refused, and clients retry
 * them.
 */
const mostWaiting = 500;
const retrySeconds = 2;

interface Slots {
  taken: number;
  waiting: (() => void)[];
}

/**
 * The dependency that a call waits for. Each dependency has slots of its own, because an identity provider or
 * another service may take seconds to answer.
 */
type WaitsFor = 'core' | 'provider';

/**
 * Limits the concurrent calls without a session for each customer of an internet provider, over all of the
 * customer's networks, and the concurrent calls of each person with a session. A few calls run at a time and
 * the others wait, so that no customer and no person occupies the whole connection pool.
 */
@Injectable()
export class CallSlotsService {
  private readonly atOnce: number;
  private readonly atOnceOfPerson: number;
  private readonly slotsOf = new Map<string, Slots>();

  constructor(@Inject(CORE_CONFIG) { DATABASE_POOL }: CoreConfig) {
    this.atOnce = Math.max(1, Math.floor(DATABASE_POOL / partOfPool));
    this.atOnceOfPerson = Math.max(leastOfPerson, Math.floor(DATABASE_POOL / personPartOfPool));
  }

  /**
   * Waits for a slot.
   * @returns the function that frees it
   * @throws Refusal `request.too-many` when too many wait
   */
  takeNetworkSlot(network: string, waitsFor: WaitsFor = 'core'): Promise<() => void> {
    return this.takeSlot(`${waitsFor} ${widerNetworkOf(network)}`, this.atOnce);
  }

  /**
   * Waits for a slot of a person with a session.
   * @throws Refusal `request.too-many` when too many of the person's calls wait
   */
  takePersonSlot(personId: string): Promise<() => void> {
    return this.takeSlot(`person ${personId}`, this.atOnceOfPerson);
  }

  private async takeSlot(key: string, atOnce: number): Promise<() => void> {
    const slots = this.slotsOf.get(key) ?? { taken: 0, waiting: [] };
    this.slotsOf.set(key, slots);
    if (slots.taken < atOnce) {
      slots.taken += 1;
    } else if (slots.waiting.length >= mostWaiting) {
      throw new Refusal('request.too-many', undefined, retrySeconds);
    } else {
      // `freeSlot` hands its slot to this call directly, so `taken` does not change.
      await new Promise<void>((resolve) => slots.waiting.push(resolve));
    }
    return () => {
      this.freeSlot(key);
    };
  }

  private freeSlot(key: string): void {
    const slots = this.slotsOf.get(key);
    if (!slots) throw new Error('A slot was freed that was not taken');
    const next = slots.waiting.shift();
    if (next) next();
    else if (slots.taken === 1) this.slotsOf.delete(key);
    else slots.taken -= 1;
  }
}
