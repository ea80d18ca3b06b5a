import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PanelListing } from '@sixpence/contracts/agent/gateway';
import { QuotesService } from '@sixpence/core/panels/quotes.service';
import { money } from '@sixpence/money/money';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

let world: ReleaseWorld;
let site: TestSite;
let owner: string;
let documentId: string;
let listing: PanelListing;

releaseForTests((given) => {
  world = given;
});
beforeEach(async () => {
  site = await world.aSite();
  owner = await world.aPerson('1.00');
  documentId = await world.aDocument(owner);
  listing = await world.logIn(site, owner);
});

/** Runs the SQL once, after a press of PRINT was priced and before it writes anything. */
function runAfterPricing(sql: string, value: () => string): void {
  const quotes = world.core.app.get(QuotesService);
  const agreed = quotes.agreedLines.bind(quotes);
  jest.spyOn(quotes, 'agreedLines').mockImplementationOnce(async (...asked) => {
    const lines = await agreed(...asked);
    await world.database.query(sql, [value()]);
    return lines;
  });
}

describe('a press of PRINT', () => {
  const session = () => listing.panelSessionId;
  const document = () => documentId;

  test.each([
    [
      'the session ended',
      'panel-session.ended',
      'UPDATE panel_sessions SET ended_at = app_now() WHERE id = $1',
      session,
    ],
    [
      'the session is closing',
      'panel-session.ended',
      'UPDATE panel_sessions SET closing = true WHERE id = $1',
      session,
    ],
    [
      'the document was deleted',
      'quote.changed',
      'UPDATE documents SET deleted_at = app_now() WHERE id = $1',
      document,
    ],
    [
      'the document expired',
      'quote.changed',
      'UPDATE documents SET expires_at = app_now() WHERE id = $1',
      document,
    ],
    ['its sides changed', 'quote.changed', `UPDATE documents SET side = '2-Sided' WHERE id = $1`, document],
    ['its colour changed', 'quote.changed', 'UPDATE documents SET is_color = true WHERE id = $1', document],
    [
      'its pages changed',
      'quote.changed',
      `INSERT INTO document_revisions (document_id, revision, state, media_type, based_on)
       VALUES ($1, 2, 'uploaded', 'application/pdf', 1)`,
      document,
    ],
    [
      'the money is spent',
      'credits.insufficient',
      `SELECT ledger_post('forfeited', $1, 'GBP', 90, 'spent meanwhile')`,
      () => owner,
    ],
  ])('holds no money when, after pricing, %s', async (_, code, sql, value) => {
    runAfterPricing(sql, value);
    const before: unknown = await world.database.query('SELECT count(*) FROM jobs');
    await expect(world.print(site, listing)).rejects.toMatchObject({ code });
    expect(await world.database.query('SELECT count(*) FROM jobs')).toEqual(before);
    const left = code === 'credits.insufficient' ? 10 : 100;
    expect(await world.credits.available(owner, 'GBP')).toEqual(money(left, 'GBP'));
  });

  test('prints although another choice of pages failed after pricing', async () => {
    runAfterPricing(
      `INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, reason)
       VALUES ($1, 2, 'failed', 'application/pdf', 1, 'damaged')`,
      document,
    );
    const { jobs } = await world.print(site, listing);
    await world.jobs.settleJob(site.agent.id, {
      jobId: jobs[0]!.jobId,
      outcome: 'completed',
      impressions: 3,
    });
    expect(await world.credits.available(owner, 'GBP')).toEqual(money(85, 'GBP'));
  });
});

describe('place_release', () => {
  interface Call {
    agent: string;
    whose: string;
    printer: string;
    revision: number;
  }

  /** Places a release of one document at the hall's printer. The transaction is rolled back. */
  async function place({
    agent = site.agent.id,
    whose = owner,
    printer = site.printers['hall']!,
    revision = 1,
  }: Partial<Call>): Promise<number> {
    const line = {
      jobId: randomUUID(),
      documentId,
      revision,
      fileName: 'essay.pdf',
      heldMinor: 15,
      chosenSide: '1-Sided',
      choseColor: false,
      side: '1-Sided',
      isColor: false,
      unitPrices: [5, 5, 5],
      colorPages: [],
    };
    const runner = world.database.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(
        `INSERT INTO document_revisions (document_id, revision, state, media_type, based_on)
         SELECT $1, 2, 'uploaded', 'application/pdf', 1 WHERE $2::int = 2`,
        [documentId, revision],
      );
      const placed = (await runner.query(
        `SELECT available FROM place_release($1, $2, $3, $4, $5, 'GBP', 'impressions', $6)`,
        [randomUUID(), agent, listing.panelSessionId, whose, printer, JSON.stringify([line])],
      )) as { available: string }[];
      return Number(placed[0]!.available);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  test('holds the price for the box, the person, and the printer of the session', async () => {
    expect(await place({})).toBe(85);
  });

  test.each<[string, string, () => Promise<Partial<Call>>]>([
    ['another box', 'panel-session.ended', async () => ({ agent: (await world.anAgent(site.id)).id })],
    ['another person', 'panel-session.ended', async () => ({ whose: await world.aPerson('1.00') })],
    ['another printer', 'panel-session.ended', () => Promise.resolve({ printer: site.printers['library']! })],
    ['a revision that is not prepared', 'quote.changed', () => Promise.resolve({ revision: 2 })],
    ['a revision that does not exist', 'quote.changed', () => Promise.resolve({ revision: 3 })],
  ])('refuses %s', async (_, code, call) => {
    await expect(place(await call())).rejects.toThrow(code);
  });
});

describe('settle_job', () => {
  let jobId: string;
  beforeEach(async () => {
    jobId = (await world.print(site, listing)).jobs[0]!.jobId;
  });
  afterEach(async () => {
    await world.jobs.settleOverdue(jobId);
  });

  /** Captures all three pages of the job, based on the values seen. The transaction is rolled back. */
  async function settle(seen: { impressions: number; counting: string }, first = 'SELECT 1'): Promise<void> {
    const runner = world.database.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(first);
      await runner.query(
        `SELECT settle_job($1, $2, $3, 'completed', 'completed', NULL, 3, 'impressions', 3, 15, false, true,
          NULL)`,
        [jobId, seen.impressions, seen.counting],
      );
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  test('writes the ending when the job is unchanged', async () => {
    await expect(settle({ impressions: 0, counting: 'impressions' })).resolves.toBeUndefined();
  });

  test.each([
    ['writes the ending when its document is unchanged', {}, undefined],
    [
      'refuses when its document had other values',
      { printedPages: [3] },
      /document of job .* changed meanwhile/,
    ],
  ])('with two of three pages %s', async (_, other, refused) => {
    const runner = world.database.createQueryRunner();
    await runner.startTransaction();
    try {
      const ending = runner.query(
        `SELECT settle_job(id, 0, 'impressions', 'partial', 'aborted', NULL, 2, 'impressions', 2, 10, false,
           true, jsonb_build_object('seen', printed_document(id) || $2::jsonb)) FROM jobs WHERE id = $1`,
        [jobId, JSON.stringify(other)],
      );
      if (refused) await expect(ending).rejects.toThrow(refused);
      else await expect(ending).resolves.toHaveLength(1);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  test.each([
    { impressions: 1, counting: 'impressions' },
    { impressions: 0, counting: 'sheets' },
  ])('refuses when the job had other values: $impressions $counting', async (seen) => {
    await expect(settle(seen)).rejects.toThrow(/Job .* changed meanwhile/);
  });

  test('refuses when the hold was settled without its job', async () => {
    const behind = settle(
      { impressions: 0, counting: 'impressions' },
      `SELECT ledger_settle('${jobId}', 15)`,
    );
    await expect(behind).rejects.toThrow(/Of job .* and its hold, only one was settled before/);
  });
});
