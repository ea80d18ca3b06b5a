import { Injectable } from '@nestjs/common';
import { money, type Money } from '@sixpence/money/money';
import { one, type Queries } from '../../../platform/database/sql.js';
import type { Account } from './statement-rows.query.js';

/** The balances of a wallet, computed from the ledger alone. A statement has to add up to these balances. */
@Injectable()
export class BalanceAt {
  /**
   * The balance before the period begins, and the balance now. A hold has moved nothing, so it is not
   * subtracted.
   */
  async balancesOf(
    queries: Queries,
    { owner, currency, from }: Account,
  ): Promise<{ opening: Money; closing: Money }> {
    const row = await one<{ openingMinor: number; closingMinor: number }>(
      queries,
      `SELECT coalesce(sum(signed) FILTER (WHERE created_at < :from), 0) AS opening_minor,
              coalesce(sum(signed), 0) AS closing_minor
       FROM (SELECT created_at, CASE WHEN credit_id = wallet_id THEN amount_minor
         ELSE -amount_minor END AS signed
             FROM ledger_movements WHERE wallet_id = (SELECT id FROM ledger_accounts
               WHERE kind = 'wallet' AND owner_id = :owner AND currency = :currency)) moved`,
      { owner, currency, from },
    );
    const { openingMinor = 0, closingMinor = 0 } = row ?? {};
    return { opening: money(openingMinor, currency), closing: money(closingMinor, currency) };
  }
}
