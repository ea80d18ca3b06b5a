import { Injectable } from '@nestjs/common';
import type { MyWalletsAnswer, WalletView } from '@sixpence/contracts/http/payments';
import type { Currency } from '@sixpence/contracts/money';
import { money } from '@sixpence/money/money';
import { DataSource } from 'typeorm';
import { all, one } from '../database/sql.js';

/** A page shows the youngest of them. */
const mostUnderWay = 20;

/** What the page of credits shows beside the balance: one look at jobs, holds, and payments. */
@Injectable()
export class Wallets {
  constructor(private readonly database: DataSource) {}

  /** Every wallet with what open jobs have set aside of it. */
  async of(owner: string): Promise<Omit<WalletView, 'refundable'>[]> {
    const wallets = await all<{ id: number; currency: Currency; availableMinor: number }>(
      this.database,
      `SELECT id, currency, posted_minor - held_minor AS available_minor FROM ledger_accounts
       WHERE kind = 'wallet' AND owner_id = :owner ORDER BY currency DESC`,
      { owner },
    );
    const held = await all<{ walletId: number; jobId: string; fileName: string; heldMinor: number }>(
      this.database,
      `SELECT t.wallet_id, j.id AS job_id, j.file_name, t.amount_minor AS held_minor
       FROM jobs j JOIN transfers t ON t.job_id = j.id AND t.kind = 'hold'
       WHERE j.owner_id = :owner AND j.settled_at IS NULL ORDER BY j.created_at DESC, j.id`,
      { owner },
    );
    return wallets.map(({ id, currency, availableMinor }) => ({
      available: money(availableMinor, currency),
      setAside: held
        .filter(({ walletId }) => walletId === id)
        .map(({ jobId, fileName, heldMinor }) => ({ jobId, fileName, held: money(heldMinor, currency) })),
    }));
  }

  /** Payments that were confirmed and of which nobody knows yet what will become. */
  async underWay(owner: string): Promise<MyWalletsAnswer['underWay']> {
    const rows = await all<{ id: string; currency: Currency; amountMinor: number; createdAt: Date }>(
      this.database,
      `SELECT id, currency, amount_minor, created_at FROM payments
       WHERE owner_id = :owner AND state = 'processing' ORDER BY created_at DESC LIMIT :mostUnderWay`,
      { owner, mostUnderWay },
    );
    return rows.map(({ id, currency, amountMinor, createdAt }) => ({
      id,
      amount: money(amountMinor, currency),
      createdAt: createdAt.toISOString(),
    }));
  }

  /** Closed after a dispute, until staff open them again. */
  async topUps(owner: string): Promise<MyWalletsAnswer['topUps']> {
    const closed = await one(this.database, 'SELECT 1 FROM closed_top_ups WHERE owner_id = :owner', {
      owner,
    });
    return closed ? 'closed' : 'open';
  }
}
