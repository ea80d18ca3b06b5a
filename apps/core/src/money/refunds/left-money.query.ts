import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { DataSource } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';

/** A payment of somebody who has left, of which something is in their wallet again. */
export interface LeftMoney {
  paymentId: string;
  /** The provider's id of it: there it is refunded. */
  intentId: string;
  number: number;
  currency: Currency;
  /** What of the payment has not gone back. */
  unrefundedMinor: number;
  /** What is in the wallet, of whichever payment. */
  walletMinor: number;
  owner: string;
}

/** Wallets of people who have left, and which hold money all the same: nobody can spend it. */
@Injectable()
export class LeftMoneyQuery {
  constructor(private readonly database: DataSource) {}

  /** The payments that it may be of, the newest first. */
  list(): Promise<LeftMoney[]> {
    return all(
      this.database,
      `SELECT p.id AS payment_id, p.intent_id, p.number, p.currency, p.amount_minor - p.refunded_minor AS unrefunded_minor,
              w.posted_minor AS wallet_minor, w.owner_id AS owner
       FROM users u JOIN ledger_accounts w ON w.owner_id = u.id AND w.kind = 'wallet' AND w.posted_minor > 0
       JOIN payments p ON p.owner_id = u.id AND p.currency = w.currency
       WHERE u.erased_at IS NOT NULL AND p.state = 'succeeded' AND p.amount_minor > p.refunded_minor
       ORDER BY p.number DESC`,
    );
  }

  /** How many wallets there are. */
  async count(): Promise<number> {
    const row = await one<{ wallets: number }>(
      this.database,
      `SELECT count(*) AS wallets FROM users u
       JOIN ledger_accounts w ON w.owner_id = u.id AND w.kind = 'wallet' AND w.posted_minor > 0
       WHERE u.erased_at IS NOT NULL`,
    );
    return row?.wallets ?? 0;
  }
}
