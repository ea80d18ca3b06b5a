import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/money';
import { money, type Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
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
  /** Why, for people who read the ledger later. */
  note?: string;
}

/** The only writer of the ledger. Everything else in the service asks `CreditsService`. */
@Injectable()
export class LedgerService {
  constructor(private readonly outbox: OutboxService) {}

  /** Locks the wallet, which is made on first use. The row lock is what stops two printers from spending one penny. */
  async lockWallet(tx: EntityManager, owner: string, currency: Currency): Promise<LockedWallet> {
    const found = await lockExisting(tx, owner, currency);
    if (found) return found;
    await tx.query(
      `INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
       VALUES ('wallet', $1, $2, 0, 0) ON CONFLICT DO NOTHING`,
      [owner, currency],
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
    const { key, kind, wallet, amount, holdId, note } = entry;
    const effect = effectOf(kind);
    const written: unknown[] = await tx.query(
      `WITH transfer AS (
         INSERT INTO transfers (key, kind, wallet_id, currency, amount_minor, hold_id, note)
         VALUES ($1, $2, $3, $4, $7, $8, $9) ON CONFLICT (key) DO NOTHING RETURNING id
       ), wallet AS (
         UPDATE ledger_accounts SET posted_minor = posted_minor + $5::bigint, held_minor = held_minor + $6::bigint
         FROM transfer WHERE ledger_accounts.id = $3
       ), posted AS (
         INSERT INTO postings (transfer_id, account_id, currency, amount_minor)
         SELECT transfer.id, $3::uuid, $4, $5::bigint FROM transfer WHERE $5::bigint <> 0
         UNION ALL
         SELECT transfer.id, account.id, $4, -$5::bigint
         FROM transfer JOIN ledger_accounts account ON account.kind = $10 AND account.currency = $4
         WHERE $5::bigint <> 0
       )
       SELECT id FROM transfer`,
      [
        key,
        kind,
        wallet.id,
        amount.currency,
        effect.posted * amount.minor,
        effect.held * amount.minor,
        amount.minor,
        holdId ?? null,
        note ?? null,
        effect.against ?? null,
      ],
    );
    if (written.length === 0) return false;
    const { currency } = amount;
    await this.outbox.record(tx, 'print.balance.changed', { ownerId: wallet.owner, currency });
    return true;
  }
}

async function lockExisting(
  tx: EntityManager,
  owner: string,
  currency: Currency,
): Promise<LockedWallet | undefined> {
  const [row]: { id: string; available: string }[] = await tx.query(
    `SELECT id, posted_minor - held_minor AS available FROM ledger_accounts
     WHERE kind = 'wallet' AND owner_id = $1 AND currency = $2 FOR UPDATE`,
    [owner, currency],
  );
  return row && { id: row.id, owner, available: money(Number(row.available), currency) };
}
