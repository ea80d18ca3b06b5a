import { all } from '@sixpence/core/platform/database/sql';
import type { DataSource } from 'typeorm';
import type { SeedData } from './seed-data.js';

// The column `turns` counts the changes of a dispute. The keys of the first two have no suffix: see
// `keySuffix` of core.
const sql = `
  WITH people AS (SELECT * FROM unnest(:owners::uuid[]) WITH ORDINALITY AS p (id, n)),
    docs AS (SELECT * FROM unnest(:documents::uuid[]) WITH ORDINALITY AS d (id, n)),
    names AS (SELECT key AS name, value::uuid AS id FROM jsonb_each_text(:jobs::jsonb)),
    mine AS (SELECT j.* FROM jobs j JOIN people p ON p.id = j.owner_id),
    facts AS MATERIALIZED (
      SELECT subject, coalesce(body->>'jobId', body->>'releaseId')::uuid AS about, count(*) FROM outbox
      WHERE subject IN ('print.job.settled', 'print.release.held') AND body->>'ownerId' = ANY(:owners::text[])
      GROUP BY 1, 2)
  SELECT 'wallet ' || n - 1 || ' ' || c || ': ' || coalesce(posted_minor, 0) || ' less '
    || coalesce(held_minor, 0) AS line
  FROM people CROSS JOIN unnest(ARRAY['GBP', 'EUR']) AS c
  LEFT JOIN ledger_accounts a ON a.owner_id = people.id AND a.currency = c
  UNION ALL
  SELECT 'moved ' || p.n - 1 || ' ' || m.currency || ' ' || m.kind || ': ' || sum(m.amount_minor)
  FROM people p JOIN ledger_accounts a ON a.owner_id = p.id JOIN ledger_movements m ON m.wallet_id = a.id
  GROUP BY p.n, m.currency, m.kind
  UNION ALL
  SELECT 'document ' || (docs.n - 1) / :documentsPerPerson || '.'
    || (docs.n - 1) % :documentsPerPerson || ': ' || d.open_jobs || ' open'
  FROM docs JOIN documents d ON d.id = docs.id
  UNION ALL
  SELECT 'job ' || coalesce(names.name, j.id::text) || ': ' || j.state || ' ' || j.impressions || '/'
         || cardinality(j.unit_prices)
         || ', ' || coalesce(j.captured_minor || ' + ' || j.returned_minor, 'open') || ', facts '
         || coalesce(f.count, 0)
  FROM mine j LEFT JOIN names ON names.id = j.id LEFT JOIN facts f ON f.about = j.id
  UNION ALL
  SELECT 'release ' || r.id || ': facts ' || coalesce(f.count, 0)
  FROM releases r JOIN people p ON p.id = r.owner_id LEFT JOIN facts f ON f.about = r.id
  UNION ALL
  SELECT 'payment ' || y.id || ': ' || y.state || ', ' || y.amount_minor || ' less ' || y.refunded_minor
  FROM payments y JOIN people p ON p.id = y.owner_id
  UNION ALL
  SELECT 'refund ' || r.payment_id || '/'
         || row_number() OVER (PARTITION BY r.payment_id ORDER BY r.created_at) - 1 || ': '
         || r.state || ' ' || r.taken_minor || ' of ' || r.amount_minor
  FROM payment_refunds r JOIN payments y ON y.id = r.payment_id JOIN people p ON p.id = y.owner_id
  UNION ALL
  SELECT 'dispute ' || d.id || ': ' || d.state || ' ' || d.taken_minor || ' of ' || d.claimed_minor
  FROM payment_disputes d JOIN payments y ON y.id = d.payment_id JOIN people p ON p.id = y.owner_id
  UNION ALL
  SELECT 'lost to ' || p.n - 1 || ' ' || y.currency || ': '
         || sum(CASE t.kind WHEN 'dispute-loss' THEN t.amount_minor ELSE -t.amount_minor END)
  FROM (SELECT id::text, payment_id, 0 AS turns FROM payment_refunds
        UNION ALL SELECT id, payment_id, turns FROM payment_disputes) b
  JOIN payments y ON y.id = b.payment_id JOIN people p ON p.id = y.owner_id
  JOIN transfers t ON t.key = ANY (ARRAY['dispute-loss:' || b.id, 'loss-recovered:' || b.id]
    || ARRAY(SELECT word || '-' || change || ':' || b.id
      FROM unnest(ARRAY['dispute-loss', 'loss-recovered']) word,
             generate_series(3, b.turns) change)
    || ARRAY(SELECT 'loss-recovered-again:' || b.id || ':' || r.id FROM payment_refunds r
      WHERE r.payment_id = b.payment_id))
  GROUP BY p.n, y.currency
  HAVING sum(CASE t.kind WHEN 'dispute-loss' THEN t.amount_minor ELSE -t.amount_minor END) <> 0`;

/**
 * The state in the database of all users of one seed, in the format of `Model.figures`: one line for each
 * wallet, document, job, release, payment, refund, and dispute, and for each sum of moved or lost money.
 */
export async function figuresOf(
  database: DataSource,
  seedData: SeedData,
  jobs: Readonly<Record<string, string>>,
): Promise<string[]> {
  const rows = await all<{ line: string }>(database, sql, {
    owners: seedData.people.map(({ id }) => id),
    documents: seedData.people.flatMap(({ documents }) => documents),
    documentsPerPerson: seedData.pagePrices.length,
    jobs: JSON.stringify(jobs),
  });
  return rows.map(({ line }) => line).sort();
}
