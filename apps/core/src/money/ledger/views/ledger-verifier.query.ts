import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource } from 'typeorm';
import { one } from '../../../platform/database/sql.js';
import { paymentRules } from './payment-rules.query.js';
import { schemaRules } from './ledger-schema.query.js';
import {
  atOneMoment,
  breachesOf,
  firstJobOf,
  theBeginning,
  type Breach,
  type Rule,
  type Since,
} from '../rules.query.js';

/**
 * A transaction takes seconds, and its rows have the time of its start. So the ids and the times of two
 * transfers may be in different orders only when the times are less than one hour apart.
 */
const orderTolerance = `interval '1 hour'`;

/** The invariants of the ledger, each with a query that finds its breaches. */
export const ledgerRules: readonly Rule[] = [
  {
    invariant: 'M1 every transfer moves one amount between the two accounts of its kind, in one currency',
    sql: `SELECT 'transfer ' || t.id || ' (' || t.kind || ') goes from ' || coalesce(d.kind, 'nowhere')
                 || ' to ' || coalesce(c.kind, 'nowhere') || ' in ' || t.currency
                 || ' with ' || t.amount_minor AS finding
          FROM transfers t LEFT JOIN transfer_kinds k ON k.kind = t.kind
          LEFT JOIN ledger_accounts d ON d.id = t.debit_id LEFT JOIN ledger_accounts c ON c.id = t.credit_id
          WHERE t.id > :after
            AND ((d.kind, c.kind, d.currency, c.currency)
              IS DISTINCT FROM (k.debit, k.credit, t.currency, t.currency)
                 OR t.amount_minor < 0 OR (t.amount_minor = 0 AND NOT k.pending)
                 OR (t.job_id IS NOT NULL) <> k.of_job OR (t.key IS NULL) <> k.pending)`,
  },
  {
    invariant: 'M1 every transfer happens once',
    sql: `SELECT 'key ' || key || ' has ' || count(*) || ' transfers' AS finding FROM transfers
          WHERE key IN (SELECT key FROM transfers WHERE id > :after) GROUP BY key HAVING count(*) > 1
          UNION ALL
          SELECT 'job ' || job_id || ' has ' || count(*) || ' holds' FROM transfers
          WHERE kind = 'hold' AND job_id IN (SELECT job_id FROM transfers WHERE id > :after AND kind = 'hold')
          GROUP BY job_id HAVING count(*) > 1`,
  },
  {
    invariant: 'M2 no wallet is negative',
    sql: `SELECT 'wallet ' || id || ' has ' || posted_minor || ' and holds ' || held_minor AS finding
          FROM ledger_accounts WHERE kind = 'wallet' AND (posted_minor - held_minor < 0 OR held_minor < 0)`,
  },
  {
    invariant: 'M3 what a wallet stores as posted is the sum of its movements',
    sql: `WITH touched AS (
            SELECT id, posted_minor FROM ledger_accounts WHERE kind = 'wallet'
              AND (:after::bigint = 0 OR id IN (SELECT wallet_id FROM transfers WHERE id > :after)))
          SELECT 'wallet ' || w.id || ' stores ' || w.posted_minor || ', the ledger says '
            || coalesce(m.total, 0) AS finding
          FROM touched w
          LEFT JOIN (SELECT wallet_id,
              sum(CASE WHEN credit_id = wallet_id THEN amount_minor ELSE -amount_minor END) AS total
            FROM ledger_movements WHERE wallet_id IN (SELECT id FROM touched)
              GROUP BY wallet_id) m ON m.wallet_id = w.id
          WHERE w.posted_minor IS DISTINCT FROM coalesce(m.total, 0)`,
  },
  {
    // Every hold up to `after` is settled, so every open hold comes after it.
    invariant: 'M3 what a wallet stores as held is the sum of its open holds',
    sql: `SELECT 'wallet ' || w.id || ' stores ' || w.held_minor || ' as held, the ledger says '
      || coalesce(h.total, 0) AS finding
          FROM ledger_accounts w
          LEFT JOIN (SELECT wallet_id, sum(amount_minor) AS total FROM transfers t
            WHERE kind = 'hold' AND id > :after
              AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = t.id)
            GROUP BY wallet_id) h ON h.wallet_id = w.id
          WHERE w.kind = 'wallet' AND w.held_minor IS DISTINCT FROM coalesce(h.total, 0)`,
  },
  {
    // Covers the wallets without a transfer since `after`; the first M3 rule checks every other wallet.
    invariant: 'M3 all wallets together store the sum of all movements',
    sql: `SELECT currency || ': wallets store ' || coalesce(stored.total, 0) || ' together, the ledger says '
                 || coalesce(computed.total, 0) AS finding
          FROM (SELECT currency, sum(posted_minor) AS total FROM ledger_accounts WHERE kind = 'wallet'
            GROUP BY currency) stored
          FULL JOIN (SELECT currency, sum(minor) AS total FROM (
              SELECT moved.key AS currency, moved.value::bigint AS minor
              FROM ledger_checkpoints c, jsonb_each_text(c.moved) AS moved WHERE c.through_id <= :after
              UNION ALL
              SELECT currency, CASE WHEN credit_id = wallet_id THEN amount_minor ELSE -amount_minor END
              FROM ledger_movements WHERE transfer_id > :after AND wallet_id IS NOT NULL
            ) movements GROUP BY currency) computed USING (currency)
          WHERE :after::bigint > 0 AND coalesce(stored.total, 0) <> coalesce(computed.total, 0)`,
  },
  {
    invariant: 'M3 the view of movements shows the rows of the tables',
    sql: `SELECT 'wallet ' || coalesce(in_view.wallet_id, in_tables.wallet_id) || ' has '
                 || coalesce(in_view.kind, in_tables.kind) || ' of '
                 || coalesce(in_view.total, 0) || ' in the view, and ' || coalesce(in_tables.total, 0)
                 || ' in the tables' AS finding
          FROM (SELECT wallet_id, kind, count(*) AS number, sum(amount_minor) AS total FROM ledger_movements
                WHERE transfer_id > :after AND wallet_id IS NOT NULL GROUP BY wallet_id, kind) in_view
          FULL JOIN (
            SELECT wallet_id, kind, count(*) AS number, sum(amount_minor) AS total FROM transfers
            WHERE id > :after AND kind <> 'hold' AND wallet_id IS NOT NULL GROUP BY wallet_id, kind
            UNION ALL
            SELECT t.wallet_id, 'capture', count(*), sum(s.captured_minor)
            FROM settlements s JOIN transfers t ON t.id = s.hold_id
            WHERE s.hold_id > :after AND s.captured_minor > 0 GROUP BY t.wallet_id
          ) in_tables ON (in_tables.wallet_id, in_tables.kind) = (in_view.wallet_id, in_view.kind)
          WHERE (in_view.number, in_view.total) IS DISTINCT FROM (in_tables.number, in_tables.total)`,
  },
  {
    invariant: 'M3 every wallet belongs to a person',
    sql: `SELECT 'wallet ' || a.id || ' belongs to no person' AS finding FROM ledger_accounts a
          WHERE a.kind = 'wallet' AND NOT EXISTS (SELECT FROM users u WHERE u.id = a.owner_id)`,
  },
  ...schemaRules,
  {
    invariant: 'M4 rows stand in the order of their time',
    sql: `SELECT 'transfer ' || id || ' is of ' || created_at || ', the one before it of '
      || before_it AS finding
          FROM (SELECT id, created_at, lag(created_at) OVER (ORDER BY id) AS before_it FROM transfers
            WHERE id >= :after) t
          WHERE created_at < before_it - ${orderTolerance}
          UNION ALL
          SELECT 'hold ' || h.id || ' is of ' || h.created_at || ', its settlement of ' || s.created_at
          FROM settlements s JOIN transfers h ON h.id = s.hold_id
          WHERE s.hold_id > :after AND s.created_at < h.created_at`,
  },
  {
    // Each night one of the checkpoints is read again, another one the next night; a full check reads all.
    invariant: 'M4 what was verified has not changed since',
    sql: `SELECT 'transfers ' || after_id + 1 || ' to ' || through_id
                 || CASE WHEN before_it <> after_id THEN ' follow no verified transfer'
                         ELSE ' have changed since they were verified' END AS finding
          FROM (SELECT *, lag(through_id, 1, 0::bigint) OVER (ORDER BY after_id) AS before_it,
                       row_number() OVER (ORDER BY after_id) - 1 AS number, count(*) OVER () AS count
                FROM ledger_checkpoints) c
          WHERE CASE WHEN before_it <> after_id THEN true
                     WHEN :after::bigint = 0 OR number = (app_now()::date - '2000-01-01'::date) % count
                       THEN digest <> ledger_digest(after_id, through_id)
                     ELSE false END`,
  },
  {
    invariant: 'M4 every grant has its line in the audit',
    sql: `SELECT 'user ' || w.owner_id || ' has ' || count(*) || ' grants, and in the audit ' || (
            SELECT count(*) FROM audit a
              WHERE a.act = 'credit add' AND a.subject = w.owner_id::text) AS finding
          FROM transfers t JOIN ledger_accounts w ON w.id = t.wallet_id
          WHERE t.kind = 'admin-grant'
            AND t.created_at > (SELECT coalesce(min(at), 'infinity') FROM audit) - interval '1 minute'
            AND t.wallet_id IN (SELECT wallet_id FROM transfers WHERE id > :after AND kind = 'admin-grant')
          GROUP BY w.owner_id
          HAVING count(*) > (SELECT count(*) FROM audit a
            WHERE a.act = 'credit add' AND a.subject = w.owner_id::text)`,
  },
  {
    invariant: 'M4 every give-back has its line in the audit',
    sql: `SELECT 'job ' || t.job_id || ' has ' || count(*) || ' give-backs, and in the audit ' || (
            SELECT count(*) FROM audit a
              WHERE a.act = 'credit give-back' AND a.subject = t.job_id::text) AS finding
          FROM transfers t
          WHERE t.kind = 'give-back'
            AND t.created_at > (SELECT coalesce(min(at), 'infinity') FROM audit) - interval '1 minute'
            AND t.job_id IN (SELECT job_id FROM transfers WHERE id > :after AND kind = 'give-back')
          GROUP BY t.job_id
          HAVING count(*) > (SELECT count(*) FROM audit a
            WHERE a.act = 'credit give-back' AND a.subject = t.job_id::text)`,
  },
  ...paymentRules,
  {
    invariant: 'M6 captured and returned together are the held amount',
    sql: `SELECT 'hold ' || s.hold_id || ' of ' || coalesce(h.amount_minor::text, 'nothing')
                 || ' was settled by ' || s.captured_minor || ' and ' || s.returned_minor AS finding
          FROM settlements s LEFT JOIN transfers h ON h.id = s.hold_id AND h.kind = 'hold'
          WHERE s.hold_id > :after
            AND (h.amount_minor IS DISTINCT FROM s.captured_minor + s.returned_minor
              OR s.held_minor <> h.amount_minor
                 OR s.captured_minor < 0 OR s.returned_minor < 0)`,
  },
  {
    invariant: 'M6 a hold is settled once',
    sql: `SELECT 'hold ' || hold_id || ' was settled ' || count(*) || ' times' AS finding FROM settlements
          WHERE hold_id > :after GROUP BY hold_id HAVING count(*) > 1`,
  },
  {
    invariant: 'M6 no more is given back than was captured, and only to the person who paid',
    sql: `SELECT 'job ' || given.job_id || ' captured ' || coalesce(sum(s.captured_minor), 0)
                 || ' and was given back ' || given.total AS finding
          FROM (SELECT job_id, wallet_id, sum(amount_minor) AS total FROM transfers
                WHERE kind = 'give-back'
                  AND job_id IN (SELECT job_id FROM transfers WHERE kind = 'give-back' AND id > :after)
                GROUP BY job_id, wallet_id) given
          LEFT JOIN transfers h ON h.job_id = given.job_id AND h.kind = 'hold'
            AND h.wallet_id = given.wallet_id
          LEFT JOIN settlements s ON s.hold_id = h.id
          GROUP BY given.job_id, given.total HAVING given.total > coalesce(sum(s.captured_minor), 0)`,
  },
  {
    invariant: 'M8 no hold stays open longer than 24 hours',
    sql: `SELECT 'the hold of job ' || h.job_id || ' is open since ' || h.created_at AS finding
      FROM transfers h
          WHERE h.kind = 'hold' AND h.id > :after
            AND h.created_at < (SELECT app_now()) - make_interval(secs => ${lifeSeconds.hold})
            AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = h.id)`,
  },
  {
    invariant: 'M10 each balance of the previous version moved once, in full, to the person who claimed it',
    sql: `SELECT 'balance ' || l.id || ' of ' || l.amount_minor || ' ' || l.currency
                 || CASE WHEN t.id IS NULL THEN ' was claimed and did not move'
                   ELSE ' moved with another amount, or to another person' END AS finding
          FROM legacy_balances l
          LEFT JOIN transfers t ON t.key = 'legacy-claim:' || l.id AND t.kind = 'legacy-claim'
          LEFT JOIN ledger_accounts w ON w.id = t.wallet_id
          WHERE (t.id IS NOT NULL OR l.claimed_at IS NOT NULL)
            AND (w.owner_id, t.currency, t.amount_minor)
              IS DISTINCT FROM (l.claimed_by, l.currency, l.amount_minor)
          UNION ALL
          SELECT 'transfer ' || t.key || ' has no balance' FROM transfers t
          WHERE t.id > :after AND t.kind = 'legacy-claim'
            AND NOT EXISTS (SELECT FROM legacy_balances l WHERE t.key = 'legacy-claim:' || l.id)`,
  },
];

/** Checks the ledger on live data, in one snapshot, and changes nothing. */
@Injectable()
export class LedgerVerifier {
  constructor(private readonly database: DataSource) {}

  /** @returns every breach; an empty list when every invariant holds */
  breaches(since: Since = theBeginning): Promise<Breach[]> {
    return atOneMoment(this.database, (tx) => breachesOf(tx, ledgerRules, since));
  }

  /** The end of the last checkpoint; the next check starts there. */
  async lastCheckpoint(): Promise<Since> {
    const row = await one<{ throughId: number; throughAt: Date }>(
      this.database,
      'SELECT through_id, through_at FROM ledger_checkpoints ORDER BY after_id DESC LIMIT 1',
    );
    return row ? { after: row.throughId, fromJob: firstJobOf(row.throughAt) } : theBeginning;
  }

  /**
   * The last transfer that a checkpoint may include. Every hold up to it is settled, and no running
   * transaction still writes a transfer before it.
   */
  lastClosable({ after }: Since): Promise<number> {
    return atOneMoment(this.database, async (tx) => {
      const row = await one<{ through: number }>(
        tx,
        `SELECT coalesce(max(id), :after::bigint) AS through FROM transfers
          WHERE id > :after AND id < coalesce(
           (SELECT min(id) FROM transfers t
             WHERE id > :after AND (created_at > (SELECT app_now()) - ${orderTolerance}
              OR (kind = 'hold' AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = t.id)))),
           9223372036854775807)`,
        { after },
      );
      return row?.through ?? after;
    });
  }
}
