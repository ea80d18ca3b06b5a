import { stoppedAt, type Stop } from './killed-database.js';
import type { Payments } from '../builders/payments.js';
import { until } from '../until.js';
import type { World } from '../worlds/world.js';

/** Whether whoever asked core was answered before it was killed. */
export type Seen = 'answered' | 'cut off';

const seenBy = (work: () => Promise<unknown>): Promise<Seen> =>
  work().then(
    () => 'answered',
    () => 'cut off',
  );

/** Kills a world's core at a moment of its work with money. */
export class KilledCore {
  constructor(
    private readonly world: World,
    private readonly payments: Payments,
  ) {}

  /** While the provider is at such a request, before or after its effect; the answer finds nobody. */
  async whileAsking(path: string, when: 'before' | 'after', work: () => Promise<unknown>): Promise<Seen> {
    const seen = async () =>
      (await this.payments.control.do('requests', {})).filter((request) =>
        new RegExp(path).test(request.path),
      ).length;
    const before = await seen();
    await this.payments.control.do('fault', { path, when, delayMs: 60_000 });
    const result = seenBy(work);
    await until(async () => (await seen()) > before);
    await this.world.cores[0]!.kill();
    await this.payments.control.do('noFaults', {});
    return result;
  }

  /** While its statement stands still in the database. */
  at(stop: Stop, statement: string, work: () => Promise<unknown>): Promise<Seen> {
    return stoppedAt(
      this.world.database.superuserUrl,
      { stop, statement },
      { work: () => seenBy(work), meanwhile: () => this.world.cores[0]!.kill() },
    );
  }
}
