import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { DataSource } from 'typeorm';
import { all } from '../../../platform/database/sql.js';
import type { PaymentState } from '../payment-state.js';

/** A payment as staff see it. */
export interface ListedPayment {
  id: string;
  owner: string;
  state: PaymentState;
  currency: Currency;
  amountMinor: number;
  refundedMinor: number;
  number: number | null;
  method: string | null;
  lastFour: string | null;
  declines: number;
  intentId: string | null;
  createdAt: Date;
  creditedAt: Date | null;
}

const mostListed = 200;

/** The payments for `operator payments list`. */
@Injectable()
export class ListedPayments {
  constructor(private readonly database: DataSource) {}

  /** The newest 200 payments, of one person or in one state if given. */
  listPayments({ owner, state }: { owner?: string; state?: PaymentState } = {}): Promise<ListedPayment[]> {
    return all(
      this.database,
      `SELECT p.id, coalesce(a.address, p.owner_id::text) AS owner, p.state, p.currency, p.amount_minor,
              p.refunded_minor,
              p.number, p.method, p.last_four, p.declines, p.intent_id, p.created_at, p.credited_at
       FROM payments p LEFT JOIN addresses a ON a.user_id = p.owner_id AND a.is_primary
       WHERE (:owner::uuid IS NULL OR p.owner_id = :owner) AND (:state::text IS NULL OR p.state = :state)
       ORDER BY p.created_at DESC, p.id LIMIT :mostListed`,
      { owner: owner ?? null, state: state ?? null, mostListed },
    );
  }
}
