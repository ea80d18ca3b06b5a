import { Injectable } from '@nestjs/common';
import type { Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { one } from '../database/sql.js';
import { OutboxService } from '../outbox/outbox.service.js';

/** Transfers that belong to no job; what each debits and credits stands in the table `transfer_kinds`. */
export type PostedKind = 'top-up' | 'admin-grant' | 'legacy-claim' | 'refund' | 'dispute' | 'forfeited';

export interface Entry {
  kind: PostedKind;
  owner: string;
  amount: Money;
  /** The transfer happens once for each key. */
  key: string;
}

/**
 * The ledger's functions (migration 1230), which are the only door to its rows. Holds and settlements go through it as
 * parts of `place_release()` and `settle_job()`.
 */
@Injectable()
export class LedgerService {
  constructor(private readonly outbox: OutboxService) {}

  /**
   * @returns false when this key was used before; then nothing changes
   * @throws Refusal `credits.insufficient` when the wallet does not have so much to spend
   */
  async post(tx: EntityManager, { kind, owner, amount, key }: Entry): Promise<boolean> {
    const { currency, minor } = amount;
    const row = await one<{ written: boolean }>(
      tx,
      'SELECT ledger_post(:kind, :owner, :currency, :minor, :key) AS written',
      { kind, owner, currency, minor, key },
    );
    if (!row?.written) return false;
    await this.outbox.record(tx, 'print.balance.changed', { ownerId: owner, currency });
    return true;
  }

  /**
   * Some of what a settled job captured goes back to its wallet; all that is given back is together never more.
   * @returns false when this key was used before
   * @throws Refusal `credits.more-than-captured`
   */
  async giveBack(
    tx: EntityManager,
    job: { jobId: string; owner: string; amount: Money; key: string },
  ): Promise<boolean> {
    const { jobId, owner, amount, key } = job;
    const { currency, minor } = amount;
    const row = await one<{ written: boolean }>(
      tx,
      'SELECT ledger_give_back(:jobId, :minor, :key) AS written',
      { jobId, minor, key },
    );
    if (!row?.written) return false;
    await this.outbox.record(tx, 'print.balance.changed', { ownerId: owner, currency });
    return true;
  }
}
