import { stoppedAt, type Stop } from './killed-database.js';
import type { Payments } from '../builders/payments.js';
import { until } from '../until.js';
import type { World } from '../worlds/world.js';

/** Whether core answered the request before it was killed. */
export type Outcome = 'answered' | 'cut off';

const outcomeOf = (work: () => Promise<unknown>): Promise<Outcome> =>
  work().then(
    () => 'answered',
    () => 'cut off',
  );

/** Kills a world's core at a chosen moment of its work with money. */
export class KilledCore {
  constructor(
    private readonly world: World,
    private readonly payments: Payments,
  ) {}

  /**
   * Kills core while the provider handles a request to `path`, before or after its effect. The answer reaches
   * no process.
   */
  async whileAsking(path: string, when: 'before' | 'after', work: () => Promise<unknown>): Promise<Outcome> {
    const countRequests = async () =>
      (await this.payments.control.do('requests', {})).filter((request) =>
        new RegExp(path).test(request.path),
      ).length;
    const before = await countRequests();
    await this.payments.control.do('fault', { path, when, delayMs: 60_000 });
    const result = outcomeOf(work);
    await until(async () => (await countRequests()) > before);
    await this.world.cores[0]!.kill();
    await this.payments.control.do('noFaults', {});
    return result;
  }

  /** Kills core while its statement whose SQL contains the text `sql` waits at the stop. */
  at(stop: Stop, sql: string, work: () => Promise<unknown>): Promise<Outcome> {
    return stoppedAt(
      this.world.database.superuserUrl,
      { stop, sql },
      { work: () => outcomeOf(work), meanwhile: () => this.world.cores[0]!.kill() },
    );
  }
}
