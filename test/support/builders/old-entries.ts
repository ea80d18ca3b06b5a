import { connected, type TestDatabase } from '../core/database.js';

/** The entries that fill a wallet. */
interface OldEntries {
  owner: string;
  count: number;
  /** The age of the newest entry. Each further entry is older by `step`. */
  newest: string;
  step: string;
}

/** Inserts paid jobs in GBP, with a grant before every ninth, directly, without the ledger's functions. */
export async function fillWallet(
  { superuserUrl }: Pick<TestDatabase, 'superuserUrl'>,
  { owner, count, newest, step }: OldEntries,
): Promise<void> {
  const jobs = Math.floor(count * 0.9);
  await connected(superuserUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query('SET statement_timeout = 0');
    const at = (n: string) => `app_now() - $3::interval - ${n} * $4::interval`;
    const parameters = [owner, jobs, newest, step];
    await client.query(
      `WITH wallet AS (SELECT id FROM ledger_accounts WHERE owner_id = $1 AND currency = 'GBP'),
       release AS (
         INSERT INTO releases (id, agent_id, panel_session_id, owner_id, printer_id)
         VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid()) RETURNING id
       ),
       held AS (
         INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id, created_at)
         SELECT 'hold', wallet.id, 1, 'GBP', 15, gen_random_uuid(), ${at('n')}
         FROM wallet, generate_series(0, $2::int - 1) AS n RETURNING id, job_id, created_at
       ),
       settled AS (
         INSERT INTO settlements (hold_id, held_minor, captured_minor, returned_minor, created_at)
         SELECT id, 15, 15, 0, created_at FROM held
       )
       INSERT INTO jobs (id, release_id, position, owner_id, printer_id, agent_id, document_id, revision,
         file_name, side, is_color, counting, currency, unit_prices, held_minor, state, outcome, impressions,
         captured_minor,
           returned_minor,
         captured_pages, captured_color_pages, created_at, ended_at, settled_at)
       SELECT job_id, release.id, row_number() OVER (), $1, gen_random_uuid(), gen_random_uuid(),
         gen_random_uuid(), 1,
         'essay.pdf', '1-Sided', false, 'impressions', 'GBP', '{5,5,5}', 15, 'completed', 'completed', 3, 15,
           0, 3, 0,
         created_at, created_at, created_at
       FROM held, release`,
      parameters,
    );
    await client.query(
      `INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key, created_at)
       SELECT 'admin-grant', account.id, wallet.id, 'GBP', 135, 'test:' || gen_random_uuid(), ${at('9 * n')}
       FROM ledger_accounts wallet, ledger_accounts account, generate_series(1, $2::int) AS n
       WHERE wallet.owner_id = $1 AND wallet.currency = 'GBP' AND account.kind = 'admin-grant'
         AND account.currency = 'GBP'`,
      [owner, count - jobs, newest, step],
    );
    await client.query('ANALYZE jobs, transfers, settlements');
  });
}
