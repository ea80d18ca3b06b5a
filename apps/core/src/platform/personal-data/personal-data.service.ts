import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Queries } from '../database/sql.js';

/** A feature that keeps something of people. */
export interface Keeper {
  /** What it is called in what people download. */
  name: string;
  /** Everything that it keeps of a person, as JSON will say it. */
  tell: (queries: Queries, userId: string) => Promise<unknown>;
  /** Throws a refusal while the person cannot leave, in the transaction in which they would: what begins waits for its end. */
  stay?: (tx: EntityManager, userId: string) => Promise<void>;
  /**
   * Forgets what leads to the person who leaves, in the transaction in which they do; by their proven addresses what is
   * not kept under their id. Absent where all of it stays.
   */
  forget?: Forget;
}

type Forget = (tx: EntityManager, userId: string, addresses: readonly string[]) => Promise<void>;

/** What is kept of people, for whoever hands it out or ends it: every feature that keeps something registers itself. */
@Injectable()
export class PersonalDataService {
  private readonly keepers: Keeper[] = [];
  private readonly forgets: Forget[] = [];

  keptBy(keeper: Keeper): void {
    this.keepers.push(keeper);
    if (keeper.forget) this.whenForgotten(keeper.forget);
  }

  /** For a feature that ends what another one tells of. */
  whenForgotten(forget: Forget): void {
    this.forgets.push(forget);
  }

  /** Everything of a person, by the features that keep it. */
  async everythingOf(queries: Queries, userId: string): Promise<Record<string, unknown>> {
    const told: [string, unknown][] = [];
    for (const { name, tell } of this.keepers) told.push([name, await tell(queries, userId)]);
    return Object.fromEntries(told.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** @throws Refusal when a feature has something under way that somebody has to be there for */
  async refuseWhileUnderWay(tx: EntityManager, userId: string): Promise<void> {
    for (const { stay } of this.keepers) await stay?.(tx, userId);
  }

  async forget(tx: EntityManager, userId: string, addresses: readonly string[]): Promise<void> {
    for (const forget of this.forgets) await forget(tx, userId, addresses);
  }
}
