import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource, type EntityManager } from 'typeorm';
import {
  atOneMoment,
  breachesOf,
  theBeginning,
  type Breach,
  type Rule,
  type Since,
} from '../../money/ledger/rules.query.js';
import { all } from '../../platform/database/sql.js';
import { jobColumns, priceOfFirst, type JobRow } from '../job-row.js';
import type { FinalState } from '../job-state.js';
import { pagesAfterADay, verdictOn } from '../settlement.js';

/**
 * Published facts are deleted after their life. The check covers one day less, so that no fact that it
 * expects is deleted.
 */
const factSeconds = lifeSeconds.fact - 24 * 60 * 60;

/** The invariants of jobs, of their facts, and of print codes. */
export const jobRules: readonly Rule[] = [
  {
    invariant: 'M6 a job and its hold agree',
    sql: `SELECT 'job ' || j.id || ' says ' || coalesce(j.captured_minor::text, 'open') || ' of '
                 || j.held_minor || ', its hold ' || coalesce(s.captured_minor::text, 'open') || ' of '
                 || coalesce(h.amount_minor::text, 'none') AS finding
          FROM jobs j LEFT JOIN transfers h ON h.job_id = j.id AND h.kind = 'hold'
          LEFT JOIN settlements s ON s.hold_id = h.id LEFT JOIN ledger_accounts w ON w.id = h.debit_id
          WHERE j.id >= :fromJob
            AND (h.amount_minor, s.captured_minor, s.returned_minor, w.owner_id, w.currency)
                IS DISTINCT FROM (j.held_minor, j.captured_minor, j.returned_minor, j.owner_id, j.currency)`,
  },
  {
    invariant: 'M6 a job counts the colour pages among its paid pages',
    sql: `SELECT 'job ' || id || ' counts ' || captured_color_pages || ' of colour among '
      || captured_pages AS finding
          FROM jobs WHERE id >= :fromJob AND settled_at IS NOT NULL AND captured_color_pages
            <> (SELECT count(*) FROM unnest(color_pages) AS page WHERE page <= captured_pages)`,
  },
  {
    invariant: 'M6 every hold belongs to a job',
    sql: `SELECT t.kind || ' ' || t.id || ' has no job' AS finding FROM transfers t
          WHERE t.id > :after AND t.job_id IS NOT NULL
            AND NOT EXISTS (SELECT FROM jobs j WHERE j.id = t.job_id)`,
  },
  {
    invariant: 'M6 a job holds the price of its pages',
    sql: `SELECT 'job ' || id || ' holds ' || held_minor || ' for pages of '
                 || (SELECT sum(price) FROM unnest(unit_prices) AS price) AS finding FROM jobs
          WHERE id >= :fromJob AND held_minor <> (SELECT sum(price) FROM unnest(unit_prices) AS price)`,
  },
  {
    invariant: 'M6 a press makes each copy once, at one price',
    sql: `SELECT 'job ' || j.id || ' is copy ' || j.copy_number || ' of ' || j.copies || ', made '
                 || made.jobs || ' times with ' || made.numbers || ' numbers and ' || made.prices
                 || ' prices' AS finding
          FROM jobs j, LATERAL (
            SELECT count(*) AS jobs, count(DISTINCT c.copy_number) AS numbers,
                   count(DISTINCT (c.copies, c.revision, c.currency, c.unit_prices, c.color_pages)) AS prices
            FROM jobs c WHERE c.release_id = j.release_id AND c.document_id = j.document_id) made
          WHERE j.id >= :fromJob AND (made.jobs, made.numbers, made.prices) <> (j.copies, j.copies, 1)`,
  },
  {
    invariant: 'M6 what staff decided has its reason in the audit',
    sql: `SELECT 'job ' || j.id || ' was decided, and the audit does not say why' AS finding FROM jobs j
          WHERE j.id >= :fromJob AND j.decided_pages IS NOT NULL AND NOT EXISTS (
            SELECT FROM audit a WHERE a.subject = j.id::text AND a.act IN ('job capture', 'job give-back'))`,
  },
  {
    invariant: 'M7 no job waits longer than 24 hours for its money',
    sql: `SELECT 'job ' || id || ' is ' || state || ' since ' || created_at AS finding FROM jobs
          WHERE settled_at IS NULL
            AND created_at < (SELECT app_now()) - make_interval(secs => ${lifeSeconds.hold})`,
  },
  {
    invariant: 'D1 a document knows how many of its jobs are open',
    sql: `SELECT 'document ' || d.id || ' stores ' || d.open_jobs || ' open jobs, there are '
      || coalesce(open.number, 0) AS finding
          FROM documents d
          LEFT JOIN (SELECT document_id, count(*) AS number FROM jobs WHERE settled_at IS NULL
            GROUP BY document_id) open
            ON open.document_id = d.id
          WHERE d.open_jobs <> coalesce(open.number, 0)`,
  },
  {
    invariant: 'E1 every fact is sent within a minute',
    sql: `SELECT subject || ' ' || id || ' waits since ' || created_at AS finding FROM outbox
          WHERE published_at IS NULL AND created_at < clock_timestamp() - interval '60 seconds'`,
  },
  {
    invariant: 'E1 every hold and every settlement is announced once',
    sql: `SELECT 'job ' || j.id || ' is settled, and announced ' || count(o.id) || ' times' AS finding
          FROM jobs j LEFT JOIN outbox o ON o.subject = 'print.job.settled' AND o.body->>'jobId' = j.id::text
          WHERE j.id >= :fromJob AND j.settled_at > (SELECT app_now()) - make_interval(secs => ${factSeconds})
          GROUP BY j.id HAVING count(o.id) <> 1
          UNION ALL
          SELECT 'job ' || j.id || ' is announced as settled, and is open' FROM outbox o
          JOIN jobs j ON o.body->>'jobId' = j.id::text
          WHERE o.subject = 'print.job.settled' AND j.settled_at IS NULL
          UNION ALL
          SELECT 'release ' || j.release_id || ' is announced ' || count(o.id) || ' times'
          FROM jobs j LEFT JOIN outbox o ON o.subject = 'print.release.held'
            AND o.body->>'releaseId' = j.release_id::text
          WHERE j.id >= :fromJob AND j.position = 0
            AND j.created_at > (SELECT app_now()) - make_interval(secs => ${factSeconds})
          GROUP BY j.release_id HAVING count(o.id) <> 1`,
  },
  {
    invariant: 'C3 no person has two active print codes',
    sql: `SELECT 'user ' || owner_id || ' has ' || count(*) AS finding FROM print_codes
          WHERE state = 'active' AND kind = 'print' GROUP BY owner_id HAVING count(*) > 1`,
  },
];

/** The rule that no query can check, because the settlement table is code. */
export const endingsInvariant = 'M6 every printed page is paid exactly once';

const batchSize = 2_000;

/** Checks on live data that jobs cost what the settlement table says. It changes nothing. */
@Injectable()
export class JobVerifier {
  constructor(private readonly database: DataSource) {}

  breaches(since: Since = theBeginning): Promise<Breach[]> {
    return atOneMoment(this.database, (tx) => jobBreaches(tx, since));
  }
}

export async function jobBreaches(tx: EntityManager, since: Since): Promise<Breach[]> {
  return [...(await wrongPrices(tx, since.fromJob)), ...(await breachesOf(tx, jobRules, since))];
}

/** Finds settled jobs whose price or state differs from the settlement table's result for their ending. */
async function wrongPrices(tx: EntityManager, fromJob: string): Promise<Breach[]> {
  const breaches: Breach[] = [];
  let after: string | null = null;
  for (;;) {
    const jobs: (JobRow & { countedShort: boolean })[] = await all(
      tx,
      `SELECT ${jobColumns}, j.counted_short FROM jobs j
       WHERE j.settled_at IS NOT NULL AND j.id >= :fromJob AND (:after::uuid IS NULL OR j.id > :after)
       ORDER BY j.id LIMIT :batchSize`,
      { fromJob, after, batchSize },
    );
    breaches.push(...jobs.flatMap(wrongPrice));
    const last = jobs.at(-1);
    if (!last) return breaches;
    after = last.id;
  }
}

function wrongPrice(job: JobRow & { countedShort: boolean }): Breach[] {
  const { id, capturedMinor, capturedPages, state, countedShort } = job;
  const expected = expectedEnding(job);
  const captured = expected && priceOfFirst(job, expected.capture).minor;
  const stored = { state, countedShort, capturedPages };
  const finding =
    capturedMinor === captured
      ? `job ${id} stores ${JSON.stringify(stored)}, but the settlement captures ${expected?.capture ?? 'no'} pages`
      : `job ${id} captured ${capturedMinor ?? 'nothing'} instead of ${captured ?? 'waiting'}`;
  const isRight =
    capturedMinor === captured &&
    capturedPages === expected?.capture &&
    state === expected.state &&
    countedShort === expected.countedShort;
  return isRight ? [] : [{ invariant: endingsInvariant, finding }];
}

/**
 * The ending that a job should have: the decision of staff, else the settlement table, else the 24-hour rule.
 */
function expectedEnding(
  job: JobRow,
): { capture: number; state: FinalState; countedShort: boolean } | undefined {
  const { outcome, counting, impressions, reason, decidedPages, unitPrices } = job;
  if (outcome === null) return undefined;
  const total = unitPrices.length;
  const verdict = verdictOn({ outcome, counting, impressions, total, reason: reason ?? undefined });
  if (decidedPages === null && verdict.decided) return verdict;
  const capture = decidedPages ?? pagesAfterADay({ outcome, counting, impressions, total });
  const state = capture === total ? 'completed' : capture > 0 ? 'partial' : 'failed';
  return { capture, state, countedShort: false };
}
