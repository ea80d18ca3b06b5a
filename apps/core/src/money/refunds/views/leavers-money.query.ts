import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { DataSource } from 'typeorm';
import { all, one } from '../../../platform/database/sql.js';

/** A payment of a person who has left and whose wallet has money again. */
export interface LeaversPayment {
  paymentId: string;
  /** The provider's id: staff refund the payment there. */
  intentId: string;
  number: number;
  currency: Currency;
  /** The part of the payment that was not refunded. */
  unrefundedMinor: number;
  /** All money in the wallet, whichever payments it came from. */
  walletMinor: number;
  owner: string;
}

/** Wallets with money of people who have left, which cannot be spent. */
@Injectable()
export class LeaversMoneyQuery {
  constructor(private readonly database: DataSource) {}

  /** Every payment that staff may refund for such a wallet, the newest first. */
  listPayments(): Promise<LeaversPayment[]> {
    return all(
      this.database,
      `SELECT p.id AS payment_id, p.intent_id, p.number, p.currency,
              p.amount_minor - p.refunded_minor AS unrefunded_minor,
              w.posted_minor AS wallet_minor, w.owner_id AS owner
       FROM users u JOIN ledger_accounts w ON w.owner_id = u.id AND w.kind = 'wallet' AND w.posted_minor > 0
       JOIN payments p ON p.owner_id = u.id AND p.currency = w.currency
       WHERE u.erased_at IS NOT NULL AND p.state = 'succeeded' AND p.amount_minor > p.refunded_minor
       ORDER BY p.number DESC`,
    );
  }

  /** The number of such wallets. */
  async countWallets(): Promise<number> {
    const row = await one<{ wallets: number }>(
      this.database,
      `SELECT count(*) AS wallets FROM users u
       JOIN ledger_accounts w ON w.owner_id = u.id AND w.kind = 'wallet' AND w.posted_minor > 0
       WHERE u.erased_at IS NOT NULL`,
    );
    return row?.wallets ?? 0;
  }
}
