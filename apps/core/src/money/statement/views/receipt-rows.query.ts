import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import { one, type Queries } from '../../../platform/database/sql.js';

/** The contents of a receipt for a credited payment. */
export interface ReceiptRow {
  number: number;
  ownerId: string;
  at: Date;
  amount: Money;
  method: string | undefined;
  lastFour: string | undefined;
  pagesContainVat: boolean;
}

@Injectable()
export class ReceiptRows {
  /** Undefined when the payment does not exist, or was not credited. */
  async receiptOf(queries: Queries, paymentId: string): Promise<ReceiptRow | undefined> {
    const row = await one<{
      number: number;
      ownerId: string;
      creditedAt: Date;
      amountMinor: number;
      currency: Currency;
      method: string | null;
      lastFour: string | null;
      pagesContainVat: boolean;
    }>(
      queries,
      `SELECT number, owner_id, credited_at, amount_minor, currency, method, last_four,
         EXISTS (SELECT FROM organisations o JOIN LATERAL (
           SELECT basis_points FROM organisation_vat
             WHERE organisation_id = o.id AND valid_from <= credited_at
           ORDER BY valid_from DESC LIMIT 1) v ON v.basis_points > 0) AS pages_contain_vat
       FROM payments WHERE id = :paymentId AND credited_at IS NOT NULL`,
      { paymentId },
    );
    if (!row) return undefined;
    const { number, ownerId, creditedAt: at, amountMinor, currency, method, lastFour, pagesContainVat } = row;
    const paidWith = { method: method ?? undefined, lastFour: lastFour ?? undefined };
    return { number, ownerId, at, amount: money(amountMinor, currency), ...paidWith, pagesContainVat };
  }
}
