import { Injectable } from '@nestjs/common';
import type { MyWalletsAnswer, RefundView, WalletView } from '@sixpence/contracts/http/payments';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Currency } from '@sixpence/contracts/currencies';
import { money } from '@sixpence/money/money';
import { cardOf } from '@sixpence/paper/receipt';
import { DataSource } from 'typeorm';
import { all, one } from '../../../platform/database/sql.js';
import type { Share } from '../../refunds/shares.js';

/** The credits page shows at most this many payments under way, and as many refunds. */
const mostListed = 20;

/** Reads jobs, holds, payments, and refunds for the credits page. */
@Injectable()
export class Wallets {
  constructor(private readonly database: DataSource) {}

  /** Every wallet, with the amounts that its open jobs hold. */
  async walletsOf(owner: string): Promise<Omit<WalletView, 'refundable' | 'refundableOf'>[]> {
    const wallets = await all<{ id: number; currency: Currency; availableMinor: number }>(
      this.database,
      `SELECT id, currency, posted_minor - held_minor AS available_minor FROM ledger_accounts
       WHERE kind = 'wallet' AND owner_id = :owner ORDER BY currency DESC`,
      { owner },
    );
    const openHolds = await all<{ walletId: number; jobId: string; fileName: string; heldMinor: number }>(
      this.database,
      `SELECT t.wallet_id, j.id AS job_id, j.file_name, t.amount_minor AS held_minor
       FROM jobs j JOIN transfers t ON t.job_id = j.id AND t.kind = 'hold'
       WHERE j.owner_id = :owner AND j.settled_at IS NULL ORDER BY j.created_at DESC, j.id`,
      { owner },
    );
    return wallets.map(({ id, currency, availableMinor }) => ({
      available: money(availableMinor, currency),
      setAside: openHolds
        .filter(({ walletId }) => walletId === id)
        .map(({ jobId, fileName, heldMinor }) => ({ jobId, fileName, held: money(heldMinor, currency) })),
    }));
  }

  /** Payments that were confirmed and not yet decided. */
  async underWay(owner: string): Promise<MyWalletsAnswer['underWay']> {
    const rows = await all<{ id: string; currency: Currency; amountMinor: number; createdAt: Date }>(
      this.database,
      `SELECT id, currency, amount_minor, created_at FROM payments
       WHERE owner_id = :owner AND state = 'processing' ORDER BY created_at DESC LIMIT :mostListed`,
      { owner, mostListed },
    );
    return rows.map(({ id, currency, amountMinor, createdAt }) => ({
      id,
      amount: money(amountMinor, currency),
      createdAt: createdAt.toISOString(),
    }));
  }

  /** The card and the time of the payment of each share, in the order of the shares. */
  async paidWith(shares: readonly Share[], currency: Currency): Promise<WalletView['refundableOf']> {
    if (shares.length === 0) return [];
    const payments = await all<PaidWith & { id: string; creditedAt: Date }>(
      this.database,
      'SELECT id, method, last_four, credited_at FROM payments WHERE id = ANY(:ids)',
      { ids: shares.map(({ paymentId }) => paymentId) },
    );
    return shares.flatMap(({ paymentId, minor }) =>
      payments
        .filter(({ id }) => id === paymentId)
        .map((payment) => ({
          paymentId,
          amount: money(minor, currency),
          card: cardWordsOf(payment),
          paidAt: payment.creditedAt.toISOString(),
        })),
    );
  }

  /** Refunds, the newest first: under way, or decided recently. */
  async recentRefunds(owner: string): Promise<RefundView[]> {
    const rows = await all<RefundRow>(
      this.database,
      `SELECT r.id, p.currency, r.amount_minor, p.method, p.last_four, r.state, r.updated_at
       FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
       WHERE p.owner_id = :owner
         AND (r.state = 'asked' OR r.updated_at > app_now() - make_interval(secs => :listed))
       ORDER BY r.created_at DESC, r.id LIMIT :mostListed`,
      { owner, listed: lifeSeconds.listedRefund, mostListed },
    );
    return rows.map(({ id, currency, amountMinor, state, updatedAt, ...paidWith }) => ({
      id,
      amount: money(amountMinor, currency),
      card: cardWordsOf(paidWith),
      state,
      since: updatedAt.toISOString(),
    }));
  }

  /** Whether the person may top up: `closed` after a dispute, until staff open top-ups again. */
  async topUps(owner: string): Promise<MyWalletsAnswer['topUps']> {
    const closed = await one(this.database, 'SELECT 1 FROM closed_top_ups WHERE owner_id = :owner', {
      owner,
    });
    return closed ? 'closed' : 'open';
  }
}

interface PaidWith {
  method: string | null;
  lastFour: string | null;
}

interface RefundRow extends PaidWith, Pick<RefundView, 'id' | 'state'> {
  currency: Currency;
  amountMinor: number;
  updatedAt: Date;
}

function cardWordsOf({ method, lastFour }: PaidWith): string | undefined {
  return cardOf({ method: method ?? undefined, lastFour: lastFour ?? undefined });
}
