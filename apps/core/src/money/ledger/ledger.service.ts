import { Injectable } from '@nestjs/common';
import { money, type Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';
import { OutboxService } from '../../platform/outbox/outbox.service.js';

/** Transfers that belong to no job; what each debits and credits stands in the table `transfer_kinds`. */
export type PostedKind =
  | 'top-up'
  | 'admin-grant'
  | 'legacy-claim'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  | 'forfeited';

/** Transfers between two accounts of the service's own. */
export type OwnKind = 'dispute-loss' | 'loss-recovered';

export interface Entry {
  kind: PostedKind;
  owner: string;
  amount: Money;
  /** The transfer happens once for each key. */
  key: string;
}

/**
 * The ledger's functions (`database/functions/ledger_*.sql`), which are the only door to its rows. Holds and settlements
 * go through it as parts of `place_release()` and `settle_job()`.
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

  /**
   * Takes as much of an amount as the wallet has to spend. The caller has a row that says that it was taken, because
   * nothing that was taken leaves no transfer.
   * @returns what was taken
   * @throws Error when the key was used before
   */
  async take(
    tx: EntityManager,
    { kind, owner, amount, key }: Entry & { kind: 'refund' | 'dispute' },
  ): Promise<Money> {
    const { currency, minor } = amount;
    const row = await one<{ taken: number }>(
      tx,
      'SELECT ledger_take(:kind, :owner, :currency, :minor, :key) AS taken',
      { kind, owner, currency, minor, key },
    );
    const taken = money(row?.taken ?? 0, currency);
    if (taken.minor > 0) await this.outbox.record(tx, 'print.balance.changed', { ownerId: owner, currency });
    return taken;
  }

  /** What moves between the service's own accounts, once for each key. @returns false when the key was used before */
  async book(tx: EntityManager, entry: { kind: OwnKind; amount: Money; key: string }): Promise<boolean> {
    const { kind, key } = entry;
    const { currency, minor } = entry.amount;
    const row = await one<{ written: boolean }>(
      tx,
      'SELECT ledger_book(:kind, :currency, :minor, :key) AS written',
      { kind, currency, minor, key },
    );
    return row?.written === true;
  }

  /** Everybody who would change a wallet of this person waits until the transaction ends. */
  async lock(tx: EntityManager, owner: string): Promise<void> {
    await all(tx, 'SELECT FROM ledger_lock(:owner)', { owner });
  }
}
