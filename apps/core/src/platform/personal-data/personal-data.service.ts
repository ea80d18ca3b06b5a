import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Queries } from '../database/sql.js';
import { Listeners } from '../process/listeners.js';

/** A feature that keeps personal data. */
export interface Keeper {
  /** The feature's key in the exported JSON. */
  name: string;
  /** Everything that the feature keeps of a person, ready for JSON. */
  tell: (queries: Queries, userId: string) => Promise<unknown>;
  /**
   * Throws a Refusal while the person cannot leave. It runs in the transaction of leaving, which holds the
   * locks of person and wallets, so nothing new begins until that ends.
   */
  stay?: (tx: EntityManager, userId: string) => Promise<void>;
  /**
   * Deletes data that identifies the person, in the transaction of leaving. The proven addresses lead to rows
   * without the person's id. Absent when all of the data stays.
   */
  forget?: Forget;
}

type Forget = (tx: EntityManager, userId: string, addresses: readonly string[]) => Promise<void>;

/** A registry of the personal data that features keep. Export and erasure ask every registered feature. */
@Injectable()
export class PersonalDataService {
  private readonly keepers: Keeper[] = [];
  /** A person leaves. A listener deletes what identifies the person, also data that others export. */
  readonly forgotten = new Listeners<Parameters<Forget>>();

  keptBy(keeper: Keeper): void {
    this.keepers.push(keeper);
    if (keeper.forget) this.forgotten.add(keeper.forget);
  }

  /** Everything that features keep of a person, by feature. */
  async everythingOf(queries: Queries, userId: string): Promise<Record<string, unknown>> {
    const told: [string, unknown][] = [];
    for (const { name, tell } of this.keepers) told.push([name, await tell(queries, userId)]);
    return Object.fromEntries(told.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** @throws Refusal when the person cannot leave yet, because a feature has an open process for them */
  async refuseWhileUnderWay(tx: EntityManager, userId: string): Promise<void> {
    for (const { stay } of this.keepers) await stay?.(tx, userId);
  }
}
