import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Queries } from '../database/sql.js';
import { Listeners } from '../process/listeners.js';

/** A feature that stores personal data. */
export interface PersonalDataSource {
  /** The feature's key in the exported JSON. */
  name: string;
  /** Everything that the feature stores about a person, ready for JSON. */
  exportOf: (queries: Queries, userId: string) => Promise<unknown>;
  /**
   * Throws a Refusal while the person cannot leave. It runs in the transaction of leaving, which holds the
   * locks of person and wallets, so nothing new begins before the transaction ends.
   */
  refuseLeaving?: (tx: EntityManager, userId: string) => Promise<void>;
  /**
   * Deletes data that identifies the person, in the transaction of leaving. The third parameter is the
   * person's proven addresses, for rows that have an address but no id of a person. Absent when all of the
   * data stays.
   */
  forget?: Forget;
}

type Forget = (tx: EntityManager, userId: string, addresses: readonly string[]) => Promise<void>;

/** The registry of features that store personal data. Export and erasure call every registered feature. */
@Injectable()
export class PersonalDataService {
  private readonly sources: PersonalDataSource[] = [];
  /**
   * Called when a person leaves. A listener deletes data that identifies the person, also data that another
   * feature exports.
   */
  readonly forgotten = new Listeners<Parameters<Forget>>();

  register(source: PersonalDataSource): void {
    this.sources.push(source);
    if (source.forget) this.forgotten.add(source.forget);
  }

  /** Everything that features store about a person, by feature. */
  async exportEverything(queries: Queries, userId: string): Promise<Record<string, unknown>> {
    const parts: [string, unknown][] = [];
    for (const { name, exportOf } of this.sources) parts.push([name, await exportOf(queries, userId)]);
    return Object.fromEntries(parts.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** @throws Refusal when the person cannot leave yet, because a feature has an open process for them */
  async checkMayLeave(tx: EntityManager, userId: string): Promise<void> {
    for (const { refuseLeaving } of this.sources) await refuseLeaving?.(tx, userId);
  }
}
