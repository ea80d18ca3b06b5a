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
    invariant: 'M1 every transfer sums to zero in one currency',
    sql: `SELECT 'transfer ' || t.key || ' sums to ' || sum(p.amount_minor) AS finding
          FROM postings p JOIN transfers t ON t.id = p.transfer_id
          GROUP BY t.id HAVING sum(p.amount_minor) <> 0
          UNION ALL
          SELECT 'transfer ' || t.key || ' crosses currencies' FROM postings p
          JOIN transfers t ON t.id = p.transfer_id JOIN ledger_accounts a ON a.id = p.account_id
          WHERE p.currency <> t.currency OR a.currency <> t.currency
          UNION ALL
          SELECT 'all accounts in ' || currency || ' sum to ' || sum(amount_minor)
          FROM postings GROUP BY currency HAVING sum(amount_minor) <> 0`,
  },
  {
    invariant: 'M2 no wallet is negative',
    sql: `SELECT 'wallet ' || id || ' has ' || posted_minor || ' and holds ' || held_minor AS finding
          FROM ledger_accounts WHERE kind = 'wallet' AND (posted_minor - held_minor < 0 OR held_minor < 0)`,
  },
  {
    invariant: 'M3 stored balances equal the ledger',
    sql: `SELECT 'wallet ' || w.id || ' stores ' || w.posted_minor || '/' || w.held_minor
                 || ', the ledger says ' || posted.total || '/' || held.total AS finding
          FROM ledger_accounts w
          CROSS JOIN LATERAL (SELECT coalesce(sum(amount_minor), 0) AS total
            FROM postings WHERE account_id = w.id) posted
          CROSS JOIN LATERAL (SELECT coalesce(sum(h.amount_minor), 0) AS total FROM transfers h
            WHERE h.wallet_id = w.id AND h.kind = 'hold'
              AND NOT EXISTS (SELECT 1 FROM transfers s WHERE s.hold_id = h.id)) held
          WHERE w.kind = 'wallet' AND (w.posted_minor <> posted.total OR w.held_minor <> held.total)`,
  },
  {
    invariant: 'M4 the ledger is append-only',
    sql: `SELECT 'trigger ' || wanted.name || ' is missing or off' AS finding
          FROM unnest(ARRAY['transfers_append_only', 'postings_append_only', 'ledger_accounts_append_only',
            'transfers_no_truncate', 'postings_no_truncate', 'ledger_accounts_no_truncate',
            'ledger_accounts_keep_identity', 'transfers_add_up', 'postings_add_up']) AS wanted (name)
          WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
            WHERE t.tgname = wanted.name AND t.tgenabled IN ('O', 'A')
              AND c.relnamespace = current_schema()::regnamespace)`,
  },
  {
    invariant: 'M6 captured and voided together are what was held',
    sql: `SELECT 'hold ' || h.key || ' of ' || h.amount_minor || ' was settled by ' || sum(s.amount_minor) AS finding
          FROM transfers h JOIN transfers s ON s.hold_id = h.id
          GROUP BY h.id HAVING sum(s.amount_minor) <> h.amount_minor`,
  },
  {
    invariant: 'M8 no hold stays open longer than 24 hours',
    sql: `SELECT 'hold ' || h.key || ' is open since ' || h.created_at AS finding FROM transfers h
          WHERE h.kind = 'hold' AND h.created_at < app_now() - make_interval(secs => ${lifeSeconds.hold})
            AND NOT EXISTS (SELECT 1 FROM transfers s WHERE s.hold_id = h.id)`,
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
