import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource } from 'typeorm';
import { all, changed } from '../database/sql.js';

/** An invariant that does not hold, and where. */
export interface Breach {
  invariant: string;
  finding: string;
}

interface Check {
  invariant: string;
  /** Answers one row per breach, with a column `finding`. */
  sql: string;
}

/** Each statement of the ledger that must always hold, as a question whose answer is empty. */
const checks: Check[] = [
  {
    invariant: 'M1 every transfer moves one amount between the two accounts of its kind, in one currency',
    sql: `SELECT 'transfer ' || t.id || ' (' || t.kind || ') goes from ' || coalesce(d.kind, 'nowhere') || ' to '
                 || coalesce(c.kind, 'nowhere') || ' in ' || t.currency AS finding
          FROM transfers t LEFT JOIN transfer_kinds k ON k.kind = t.kind
          LEFT JOIN ledger_accounts d ON d.id = t.debit_id LEFT JOIN ledger_accounts c ON c.id = t.credit_id
          WHERE (d.kind, c.kind, d.currency, c.currency) IS DISTINCT FROM (k.debit, k.credit, t.currency, t.currency)
             OR t.amount_minor < 0 OR (t.amount_minor = 0 AND NOT k.pending)`,
  },
  {
    invariant: 'M2 no wallet is negative',
    sql: `SELECT 'wallet ' || id || ' has ' || posted_minor || ' and holds ' || held_minor AS finding
          FROM ledger_accounts WHERE kind = 'wallet' AND (posted_minor - held_minor < 0 OR held_minor < 0)`,
  },
  {
    invariant: 'M3 stored balances equal the ledger',
    sql: `SELECT 'wallet ' || w.id || ' stores ' || w.posted_minor || '/' || w.held_minor
                 || ', the ledger says ' || coalesce(posted.total, 0) || '/' || coalesce(held.total, 0) AS finding
          FROM ledger_accounts w
          LEFT JOIN (SELECT wallet_id, sum(CASE WHEN credit_id = wallet_id THEN amount_minor ELSE -amount_minor END) AS total
            FROM ledger_movements GROUP BY wallet_id) posted ON posted.wallet_id = w.id
          LEFT JOIN (SELECT wallet_id, sum(h.amount_minor) AS total FROM transfers h WHERE h.kind = 'hold'
              AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = h.id) GROUP BY wallet_id) held
            ON held.wallet_id = w.id
          WHERE w.kind = 'wallet'
            AND (w.posted_minor, w.held_minor) IS DISTINCT FROM (coalesce(posted.total, 0), coalesce(held.total, 0))`,
  },
  {
    invariant: 'M4 the ledger is append-only',
    sql: `SELECT 'trigger ' || wanted.name || ' is missing or off' AS finding
          FROM unnest(ARRAY['transfers_append_only', 'settlements_append_only', 'transfer_kinds_append_only',
            'ledger_accounts_append_only', 'transfers_no_truncate', 'settlements_no_truncate',
            'transfer_kinds_no_truncate', 'ledger_accounts_no_truncate', 'ledger_accounts_keep_identity']) AS wanted (name)
          WHERE NOT EXISTS (SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
            WHERE t.tgname = wanted.name AND t.tgenabled IN ('O', 'A')
              AND c.relnamespace = current_schema()::regnamespace)`,
  },
  {
    invariant: 'M6 captured and returned together are what was held',
    sql: `SELECT 'hold ' || s.hold_id || ' of ' || coalesce(h.amount_minor::text, 'nothing') || ' was settled by '
                 || s.captured_minor || ' and ' || s.returned_minor AS finding
          FROM settlements s LEFT JOIN transfers h ON h.id = s.hold_id AND h.kind = 'hold'
          WHERE h.amount_minor IS DISTINCT FROM s.captured_minor + s.returned_minor OR s.held_minor <> h.amount_minor
             OR s.captured_minor < 0 OR s.returned_minor < 0
          UNION ALL
          SELECT 'hold ' || hold_id || ' was settled ' || count(*) || ' times' FROM settlements
          GROUP BY hold_id HAVING count(*) > 1`,
  },
  {
    invariant: 'M6 no more is given back than was captured',
    sql: `SELECT 'job ' || job_id || ' was given back ' || sum(amount_minor) AS finding FROM ledger_movements
          WHERE kind IN ('capture', 'give-back') GROUP BY job_id
          HAVING sum(amount_minor) FILTER (WHERE kind = 'give-back')
                 > coalesce(sum(amount_minor) FILTER (WHERE kind = 'capture'), 0)`,
  },
  {
    invariant: 'M8 no hold stays open longer than 24 hours',
    sql: `SELECT 'the hold of job ' || h.job_id || ' is open since ' || h.created_at AS finding FROM transfers h
          WHERE h.kind = 'hold' AND h.created_at < app_now() - make_interval(secs => ${lifeSeconds.hold})
            AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = h.id)`,
  },
  {
    invariant: 'M10 each balance of the previous version moved once, whole, to whoever claimed it',
    sql: `SELECT coalesce('balance ' || l.id || ' of ' || l.amount_minor || ' ' || l.currency, 'transfer ' || t.key)
                 || CASE WHEN l.id IS NULL THEN ' has no balance' WHEN t.id IS NULL THEN ' was claimed and did not move'
                         ELSE ' moved otherwise' END AS finding
          FROM (SELECT t.id, t.key, t.currency, t.amount_minor, w.owner_id
                FROM transfers t JOIN ledger_accounts w ON w.id = t.wallet_id WHERE t.kind = 'legacy-claim') t
          FULL JOIN legacy_balances l ON t.key = 'legacy-claim:' || l.id
          WHERE (t.id IS NOT NULL OR l.claimed_at IS NOT NULL)
            AND (t.owner_id, t.currency, t.amount_minor) IS DISTINCT FROM (l.claimed_by, l.currency, l.amount_minor)`,
  },
];

/** Checks the ledger on live data, as of one moment; changes nothing. */
@Injectable()
export class LedgerAudit {
  constructor(private readonly database: DataSource) {}

  /** @returns every breach; an empty list means that the money is in order */
  async breaches(): Promise<Breach[]> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      await changed(tx, 'SET TRANSACTION READ ONLY');
      await changed(tx, 'SET LOCAL statement_timeout = 0');
      const found: Breach[] = [];
      for (const { invariant, sql } of checks) {
        const rows = await all<{ finding: string }>(tx, sql);
        found.push(...rows.map(({ finding }) => ({ invariant, finding })));
      }
      return found;
    });
  }
}
