import { Injectable } from '@nestjs/common';
import { money, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed, one } from '../../platform/database/sql.js';
import { OutboxService } from '../../platform/outbox/outbox.service.js';

/**
 * Kinds of transfers that belong to no job. The table `transfer_kinds` says which accounts each kind debits
 * and credits.
 */
type PostedKind =
  | 'top-up'
  | 'admin-grant'
  | 'legacy-claim'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  | 'forfeited';

/** Kinds of transfers between two of the service's own accounts. */
export type OwnKind = 'dispute-loss' | 'loss-recovered';

export interface Entry {
  kind: PostedKind;
  owner: string;
  amount: Money;
  /** A key is used once: a second transfer with the same key is not written. */
  key: string;
}

/**
 * Calls the ledger's SQL functions (`database/functions/ledger_*.sql`). Only they write the ledger's rows.
 * `place_release()` and `settle_job()` call the functions of holds and settlements themselves.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
  ) {}

  /**
   * Writes one transfer between a wallet and an account of the service, and records `print.balance.changed`.
   * @returns false when this key was used before; then nothing changes
   * @throws Refusal `credits.insufficient` when the wallet's spendable money is less than the amount
   */
  async postTransfer(tx: EntityManager, { kind, owner, amount, key }: Entry): Promise<boolean> {
    const { currency, minor } = amount;
    const row = await one<{ written: boolean }>(
      tx,
      'SELECT ledger_post(:kind, :owner, :currency, :minor, :key) AS written',
      { kind, owner, currency, minor, key },
    );
    if (!row?.written) return false;
    await this.outbox.recordFact(tx, 'print.balance.changed', { ownerId: owner, currency });
    return true;
  }

  /** Stores a checkpoint that ends with this transfer. The caller has verified every row up to it. */
  async closeThrough(transferId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await changed(tx, 'SET LOCAL statement_timeout = 0');
      await one(tx, 'SELECT ledger_close(:transferId)', { transferId });
    });
  }

  /**
   * Gives back a part of the price that a settled job captured. All give-backs together are at most the
   * captured price.
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
    await this.outbox.recordFact(tx, 'print.balance.changed', { ownerId: owner, currency });
    return true;
  }

  /**
   * Takes an amount from a wallet, at most its spendable money. If that is 0, no transfer is written. The
   * ledger then has no trace of the call, so a caller that needs one writes its own row.
   * @returns the taken amount
   * @throws Error when the key was used before
   */
  async takeFromWallet(
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
    if (taken.minor > 0)
      await this.outbox.recordFact(tx, 'print.balance.changed', { ownerId: owner, currency });
    return taken;
  }

  /**
   * Moves money between the service's own accounts.
   * @returns false when this key was used before; then nothing changes
   */
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

  /** Locks every wallet of this person until the transaction ends. */
  async lock(tx: EntityManager, owner: string): Promise<void> {
    await all(tx, 'SELECT FROM ledger_lock(:owner)', { owner });
  }
}
