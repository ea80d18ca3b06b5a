import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource, type EntityManager } from 'typeorm';
import type { Breach } from '../credits/ledger-audit.query.js';
import { all, changed } from '../database/sql.js';
import { jobColumns, priceOfFirst, type JobRow } from './job-row.js';
import { settle } from './settlement.js';

/** Questions about jobs and codes whose answer must be empty; each row has a column `finding`. */
const checks = [
  {
    invariant: 'M6 a job and its hold tell the same story',
    sql: `SELECT 'job ' || j.id || ' says ' || coalesce(j.captured_minor::text, 'open') || ' of ' || j.held_minor
                 || ', its hold ' || coalesce(s.captured_minor::text, 'open') || ' of '
                 || coalesce(h.amount_minor::text, 'none') AS finding
          FROM jobs j LEFT JOIN transfers h ON h.job_id = j.id AND h.kind = 'hold'
          LEFT JOIN settlements s ON s.hold_id = h.id LEFT JOIN ledger_accounts w ON w.id = h.debit_id
          WHERE (h.amount_minor, s.captured_minor, s.returned_minor, w.owner_id, w.currency)
                IS DISTINCT FROM (j.held_minor, j.captured_minor, j.returned_minor, j.owner_id, j.currency)`,
  },
  {
    invariant: 'M6 every hold belongs to a job',
    sql: `SELECT 'hold ' || t.id || ' has no job' AS finding FROM transfers t
          WHERE t.job_id IS NOT NULL AND NOT EXISTS (SELECT FROM jobs j WHERE j.id = t.job_id)`,
  },
  {
    invariant: 'M6 what staff decided has its reason',
    sql: `SELECT 'job ' || j.id || ' was decided, and the audit does not say why' AS finding FROM jobs j
          WHERE j.decided_pages IS NOT NULL AND NOT EXISTS (
            SELECT FROM audit a WHERE a.subject = j.id::text AND a.act IN ('job capture', 'job give-back'))`,
  },
  {
    invariant: 'M7 no job waits longer than 24 hours for its money',
    sql: `SELECT 'job ' || id || ' is ' || state || ' since ' || created_at AS finding FROM jobs
          WHERE settled_at IS NULL AND created_at < app_now() - make_interval(secs => ${lifeSeconds.hold})`,
  },
  {
    invariant: 'C3 nobody has two active codes',
    sql: `SELECT 'user ' || owner_id || ' has ' || count(*) AS finding FROM print_codes
          WHERE state = 'active' GROUP BY owner_id HAVING count(*) > 1`,
  },
];

const batchSize = 2_000;

/** Checks on live data that jobs cost what the settlement table says; changes nothing. */
@Injectable()
export class JobAudit {
  constructor(private readonly database: DataSource) {}

  async breaches(): Promise<Breach[]> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      await changed(tx, 'SET TRANSACTION READ ONLY');
      await changed(tx, 'SET LOCAL statement_timeout = 0');
      const found: Breach[] = await wrongPrices(tx);
      for (const { invariant, sql } of checks) {
        const rows = await all<{ finding: string }>(tx, sql);
        found.push(...rows.map(({ finding }) => ({ invariant, finding })));
      }
      return found;
    });
  }
}

/** Settled jobs whose captured amount is not what the settlement table gives for what was reported. */
async function wrongPrices(tx: EntityManager): Promise<Breach[]> {
  const found: Breach[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const jobs = await all<JobRow>(
      tx,
      `SELECT ${jobColumns} FROM jobs j WHERE j.settled_at IS NOT NULL AND j.id > :after
       ORDER BY j.id LIMIT :batchSize`,
      { after, batchSize },
    );
    found.push(...jobs.flatMap(wrongPrice));
    const last = jobs.at(-1);
    if (!last) return found;
    after = last.id;
  }
}

function wrongPrice(job: JobRow): Breach[] {
  const expected = expectedCapture(job);
  if (job.capturedMinor === expected) return [];
  const finding = `job ${job.id} captured ${job.capturedMinor ?? 'nothing'} instead of ${expected ?? 'waiting'}`;
  return [{ invariant: 'M6 every printed page is paid exactly once', finding }];
}

/** Staff decide first; what waits to be checked and is decided by nobody is given back. */
function expectedCapture(job: JobRow): number | undefined {
  const { outcome, counting, impressions, reason, decidedPages } = job;
  if (decidedPages !== null) return priceOfFirst(job, decidedPages).minor;
  if (outcome === null) return undefined;
  const total = job.unitPrices.length;
  const verdict = settle({ outcome, counting, impressions, total, reason: reason ?? undefined });
  return verdict.decided ? priceOfFirst(job, verdict.capture).minor : 0;
}
