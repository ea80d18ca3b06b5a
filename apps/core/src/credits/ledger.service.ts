import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/money';
import { money, type Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { changed, one } from '../database/sql.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { effectOf, type TransferKind } from './transfer.js';

/** A wallet whose row is locked until the transaction ends. */
export interface LockedWallet {
  id: string;
  owner: string;
  available: Money;
}

export interface Entry {
  key: string;
  kind: TransferKind;
  wallet: LockedWallet;
  amount: Money;
  /** The hold that a capture or void settles. */
  holdId?: string;
}

/** The only writer of the ledger. Everything else in the service asks `CreditsService`. */
@Injectable()
export class LedgerService {
  constructor(private readonly outbox: OutboxService) {}

  /** Locks the wallet, which is made on first use. The row lock is what stops two printers from spending one penny. */
  async lockWallet(tx: EntityManager, owner: string, currency: Currency): Promise<LockedWallet> {
    const found = await lockExisting(tx, owner, currency);
    if (found) return found;
    await changed(
      tx,
      `INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
       VALUES ('wallet', :owner, :currency, 0, 0) ON CONFLICT DO NOTHING`,
      { owner, currency },
    );
    const made = await lockExisting(tx, owner, currency);
    if (!made) throw new Error('A wallet that was just made cannot be found');
    return made;
  }

  /**
   * Writes one transfer: the transfer, the stored balance of its wallet, and its two postings, in one statement.
   * The database refuses what would not add up and a wallet below zero.
   * @returns false when this key was written before; then nothing changes
   */
  async post(tx: EntityManager, entry: Entry): Promise<boolean> {
    const { key, kind, wallet, amount, holdId } = entry;
    const effect = effectOf(kind);
    const { currency } = amount;
    const written = await one(
      tx,
      `WITH transfer AS (
         INSERT INTO transfers (key, kind, wallet_id, currency, amount_minor, hold_id)
         VALUES (:key, :kind, :walletId, :currency, :amount, :holdId)
         ON CONFLICT (key) DO NOTHING RETURNING id
       ), wallet AS (
         UPDATE ledger_accounts
         SET posted_minor = posted_minor + :posted::bigint, held_minor = held_minor + :held::bigint
         FROM transfer WHERE ledger_accounts.id = :walletId
       ), posted AS (
         INSERT INTO postings (transfer_id, account_id, currency, amount_minor)
         SELECT transfer.id, :walletId::uuid, :currency, :posted::bigint FROM transfer WHERE :posted::bigint <> 0
         UNION ALL
         SELECT transfer.id, account.id, :currency, -:posted::bigint
         FROM transfer JOIN ledger_accounts account ON account.kind = :against AND account.currency = :currency
         WHERE :posted::bigint <> 0
       )
       SELECT id FROM transfer`,
      {
        key,
        kind,
        walletId: wallet.id,
        currency,
        amount: amount.minor,
        posted: effect.posted * amount.minor,
        held: effect.held * amount.minor,
        against: effect.against ?? null,
        holdId: holdId ?? null,
      },
    );
    if (!written) return false;
    await this.outbox.record(tx, 'print.balance.changed', { ownerId: wallet.owner, currency });
    return true;
  }
}

async function lockExisting(
  tx: EntityManager,
  owner: string,
  currency: Currency,
): Promise<LockedWallet | undefined> {
  const row = await one<{ id: string; availableMinor: number }>(
    tx,
    `SELECT id, posted_minor - held_minor AS available_minor FROM ledger_accounts
     WHERE kind = 'wallet' AND owner_id = :owner AND currency = :currency FOR UPDATE`,
    { owner, currency },
  );
  return row && { id: row.id, owner, available: money(row.availableMinor, currency) };
}
