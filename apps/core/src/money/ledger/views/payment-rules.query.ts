import type { Rule } from '../rules.query.js';

/**
 * The sum that transfers of this kind moved under this key, for the payment `p` and its owner; null without a
 * transfer.
 */
const moved = (key: string, kind: string) =>
  `(SELECT sum(t.amount_minor) FROM transfers t LEFT JOIN ledger_accounts w ON w.id = t.wallet_id
    WHERE t.key = ${key} AND t.kind = '${kind}' AND t.currency = p.currency
      AND (t.wallet_id IS NULL OR w.owner_id = p.owner_id))`;

/**
 * The keys of a dispute's transfers of money that failed refunds of its payment brought back: one key for
 * each refund.
 */
const againKeysOf = (kind: 'dispute' | 'loss-recovered') =>
  `ANY (ARRAY(SELECT '${kind}-again:' || d.id || ':' || r.id FROM payment_refunds r WHERE r.payment_id = d.payment_id))`;

/**
 * The keys of a dispute, one for each change that its column `turns` counts (`keySuffix` in
 * `dispute-state.ts`). The keys of the first two changes have no number.
 */
const keysOf = (word: string) =>
  `ANY (ARRAY(SELECT '${word}' || CASE WHEN turn > 2 THEN '-' || turn ELSE '' END || ':' || d.id
              FROM generate_series(2, greatest(d.turns, 2)) turn))`;

/**
 * The id of the refund or dispute in a transfer's key. A key with `-again` names the dispute, then the
 * refund.
 */
const subject = `CASE WHEN t.key LIKE '%-again:%' THEN substring(t.key FROM ':(.*):') ELSE substr(t.key, strpos(t.key, ':') + 1) END`;

/**
 * Invariants of payments: each was credited once, and its refunds and disputes moved the amounts in their
 * rows.
 */
export const paymentRules: readonly Rule[] = [
  {
    invariant: 'M5 each payment that succeeded was credited once, in full, to its payer, and no other was',
    sql: `SELECT 'payment ' || p.id || ' (' || p.state || ') of ' || p.amount_minor || ' ' || p.currency
                 || CASE WHEN t.id IS NULL THEN ' was not credited'
                   ELSE ' was credited with another amount, or to another person' END AS finding
          FROM payments p LEFT JOIN transfers t ON t.key = 'payment:' || p.id
            LEFT JOIN ledger_accounts w ON w.id = t.wallet_id
          WHERE (p.state = 'succeeded' OR t.id IS NOT NULL)
            AND (p.state, t.kind, w.owner_id, t.currency, t.amount_minor)
                IS DISTINCT FROM ('succeeded', 'top-up', p.owner_id, p.currency, p.amount_minor)
          UNION ALL
          SELECT 'transfer ' || t.key || ' has no payment' FROM transfers t
          WHERE t.id > :after AND t.kind = 'top-up'
            AND NOT EXISTS (SELECT FROM payments p WHERE t.key = 'payment:' || p.id)`,
  },
  {
    invariant: 'M5 receipts are numbered one after the other, each number once',
    sql: `SELECT 'receipt ' || number || ' of payment ' || id || ' comes after ' || before_it AS finding
          FROM (SELECT id, number, lag(number) OVER (ORDER BY number) AS before_it FROM payments
            WHERE state = 'succeeded') p
          WHERE number IS NULL OR number <> before_it + 1`,
  },
  {
    // A refund by staff is written seconds before its audit line. One request refunds a payment at most once,
    // with one line.
    invariant: 'M4 every refund by staff has its line in the audit',
    sql: `SELECT 'refund ' || r.id || ' of payment ' || r.payment_id
      || ' by staff is not in the audit' AS finding
          FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
          WHERE r.asked_by = 'staff' AND NOT EXISTS (
            SELECT FROM audit a WHERE a.act = 'credit refund' AND a.subject = p.owner_id::text
              AND a.at BETWEEN r.created_at AND r.created_at + interval '1 minute')
          UNION ALL
          SELECT 'payment ' || r.payment_id || ' has ' || count(*)
            || ' refunds by staff, and its person fewer in the audit'
          FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE r.asked_by = 'staff'
          GROUP BY r.payment_id, p.owner_id HAVING count(*) > (
            SELECT count(*) FROM audit a WHERE a.act = 'credit refund' AND a.subject = p.owner_id::text)`,
  },
  {
    invariant: 'M5 refunds moved the amounts in their rows, and never more than was paid',
    sql: `SELECT 'refund ' || id || ' (' || state || ') took ' || taken || ' of ' || amount
                 || ', the ledger says '
                 || concat_ws(', ', 'taken ' || out, 'back ' || back, 'lost ' || lost,
                   'recovered ' || recovered) AS finding
          FROM (SELECT r.id, r.state, nullif(r.taken_minor, 0) AS taken, r.amount_minor AS amount,
                       nullif(r.amount_minor - r.taken_minor, 0) AS missing,
                       ${moved(`'refund:' || r.id`, 'refund')} AS out,
                       ${moved(`'refund-failed:' || r.id`, 'refund-failed')} AS back,
                       ${moved(`'dispute-loss:' || r.id`, 'dispute-loss')} AS lost,
                       ${moved(`'loss-recovered:' || r.id`, 'loss-recovered')} AS recovered
                FROM payment_refunds r JOIN payments p ON p.id = r.payment_id) refunds
          WHERE (out, lost) IS DISTINCT FROM (taken, missing)
             OR (back, recovered) IS DISTINCT FROM
                (CASE WHEN state = 'failed' THEN taken END, CASE WHEN state = 'failed' THEN missing END)
          UNION ALL
          SELECT 'payment ' || p.id || ' of ' || p.amount_minor || ' says that ' || p.refunded_minor
                 || ' went back, its refunds ' || coalesce(r.total, 0)
          FROM payments p LEFT JOIN (SELECT payment_id, sum(amount_minor) AS total FROM payment_refunds
            WHERE state <> 'failed' GROUP BY payment_id) r ON r.payment_id = p.id
          WHERE p.refunded_minor <> coalesce(r.total, 0) OR p.refunded_minor > p.amount_minor
          UNION ALL
          SELECT 'transfer ' || t.key || ' has no refund' FROM transfers t
          WHERE t.id > :after AND t.kind IN ('refund', 'refund-failed')
            AND NOT EXISTS (SELECT FROM payment_refunds r WHERE t.key = t.kind || ':' || r.id)`,
  },
  {
    invariant: 'M5 disputes moved the amounts in their rows, and no wallet gave more than was paid',
    sql: `SELECT 'dispute ' || id || ' (' || state || ') took ' || taken || ' of ' || claimed
                 || ', the ledger says '
                 || concat_ws(', ', 'taken ' || out, 'back ' || back, 'lost ' || lost,
                   'recovered ' || recovered + recovered_again) AS finding
          FROM (SELECT d.id, d.state, d.taken_minor AS taken, d.claimed_minor AS claimed,
                       coalesce(${moved(`'dispute:' || d.id`, 'dispute')}, 0)
                         + coalesce(${moved(keysOf('dispute-rest'), 'dispute')}, 0)
                         + coalesce(${moved(againKeysOf('dispute'), 'dispute')}, 0) AS out,
                       coalesce(${moved(keysOf('dispute-won'), 'dispute-won')}, 0) AS back,
                       coalesce(${moved(keysOf('dispute-loss'), 'dispute-loss')}, 0) AS lost,
                       coalesce(${moved(keysOf('loss-recovered'), 'loss-recovered')}, 0) AS recovered,
                       coalesce(${moved(againKeysOf('loss-recovered'), 'loss-recovered')}, 0) AS recovered_again
                FROM payment_disputes d JOIN payments p ON p.id = d.payment_id) disputes
          WHERE out - back <> taken OR (state NOT IN ('open', 'lost') AND (taken, claimed) <> (0, 0))
             OR lost - recovered_again - recovered <> CASE WHEN state = 'lost' THEN claimed - taken ELSE 0 END
          UNION ALL
          SELECT 'of payment ' || p.id || ' of ' || p.amount_minor || ' wallets gave ' || taken.total
          FROM payments p JOIN (SELECT payment_id, sum(taken_minor) AS total FROM (
              SELECT payment_id, taken_minor FROM payment_refunds WHERE state <> 'failed'
              UNION ALL SELECT payment_id, taken_minor FROM payment_disputes) each
            GROUP BY payment_id) taken ON taken.payment_id = p.id
          WHERE taken.total > p.amount_minor
          UNION ALL
          SELECT 'of payment ' || p.id || ' of ' || p.amount_minor || ' banks claim ' || claims.total
                 || ' of the ' || claims.disputed || ' that they disputed'
          FROM payments p JOIN (
            SELECT payment_id, sum(claimed_minor) AS total,
                   coalesce(sum(amount_minor) FILTER (WHERE state IN ('open', 'lost')), 0) AS disputed
            FROM payment_disputes GROUP BY payment_id) claims ON claims.payment_id = p.id
          WHERE claims.total <> least(p.amount_minor, claims.disputed)
          UNION ALL
          SELECT 'transfer ' || t.key || ' has no dispute' FROM transfers t
          WHERE t.id > :after AND t.kind IN ('dispute', 'dispute-won', 'dispute-loss', 'loss-recovered')
            AND NOT EXISTS (SELECT FROM payment_disputes d WHERE ${subject} = d.id)
            AND (t.kind LIKE 'dispute%' AND t.kind <> 'dispute-loss'
                 OR NOT EXISTS (SELECT FROM payment_refunds r
                   WHERE substr(t.key, strpos(t.key, ':') + 1) = r.id::text))`,
  },
  {
    invariant: 'M5 a failed refund leaves no money with a person whose bank has taken the payment back',
    sql: `SELECT 'refund ' || r.id || ' brought back ' || r.taken_minor || ', and dispute ' || d.id
                 || ' took ' || d.taken_minor || ' of ' || d.claimed_minor AS finding
          FROM payment_disputes d JOIN payment_refunds r ON r.payment_id = d.payment_id
          WHERE d.state IN ('open', 'lost') AND d.turns < 2 AND d.taken_minor < d.claimed_minor
            AND r.state = 'failed' AND r.updated_at > d.created_at
            AND r.taken_minor > (SELECT coalesce(sum(t.amount_minor), 0) FROM transfers t
              WHERE t.key = ANY (ARRAY(
              SELECT 'dispute-again:' || o.id || ':' || r.id FROM payment_disputes o
                WHERE o.payment_id = d.payment_id)))`,
  },
];
