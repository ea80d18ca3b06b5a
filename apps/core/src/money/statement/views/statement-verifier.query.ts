import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  atOneMoment,
  breachesOf,
  theBeginning,
  type Breach,
  type Rule,
  type Since,
} from '../../ledger/rules.query.js';
import { jobRows, transferRows } from '../statement-rows.js';

/**
 * For every time at which the ledger moved a wallet, the statement's rows have the same sum. So a statement
 * adds up to the change of the balance in every period.
 */
const statementRules: readonly Rule[] = [
  {
    invariant: 'M9 the statement adds up to the balance change of its period',
    sql: `SELECT 'wallet ' || wallet_id || ' moved by ' || coalesce(moved.total, 0) || ' at ' || at
                 || ', its statement says ' || coalesce(shown.total, 0) AS finding
          FROM (
            SELECT wallet_id, at, sum(amount_minor) AS total FROM (
              SELECT w.id AS wallet_id, ${jobRows} FROM jobs j
              JOIN ledger_accounts w ON w.kind = 'wallet' AND w.owner_id = j.owner_id
                AND w.currency = j.currency
              JOIN transfers h ON h.kind = 'hold' AND h.job_id = j.id
              WHERE j.settled_at IS NOT NULL AND j.captured_minor > 0 AND h.id > :after
              UNION ALL
              SELECT t.wallet_id, ${transferRows} FROM transfers t
              WHERE t.kind <> 'hold' AND t.wallet_id IS NOT NULL AND t.id > :after
            ) entries GROUP BY wallet_id, at
          ) shown
          FULL JOIN (
            SELECT wallet_id, created_at AS at,
              sum(CASE WHEN credit_id = wallet_id THEN amount_minor ELSE -amount_minor END) AS total
            FROM ledger_movements WHERE wallet_id IS NOT NULL AND transfer_id > :after
              GROUP BY wallet_id, created_at
          ) moved USING (wallet_id, at)
          WHERE shown.total IS DISTINCT FROM moved.total`,
  },
];

/** Checks on live data that statements add up to the ledger's movements, and changes nothing. */
@Injectable()
export class StatementVerifier {
  constructor(private readonly database: DataSource) {}

  breaches(since: Since = theBeginning): Promise<Breach[]> {
    return atOneMoment(this.database, (tx) => breachesOf(tx, statementRules, since));
  }
}
