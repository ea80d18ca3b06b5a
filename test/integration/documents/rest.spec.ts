import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { PanelListing } from '@sixpence/contracts/agent/gateway';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { PageSelectionService } from '@sixpence/core/documents/preparation/page-selection.service';
import { RevisionsService } from '@sixpence/core/documents/preparation/revisions.service';
import { JobDecisionsService } from '@sixpence/core/jobs/job-decisions.service';
import { DocumentLifeService } from '@sixpence/core/documents/removal/document-life.service';
import { StatementPapersService } from '@sixpence/core/money/statement/statement-papers.service';
import { money } from '@sixpence/money/money';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { endWith, prepareWaiting, pressAll } from '../../support/worlds/rests.js';

const pence = (minor: number) => money(minor, 'GBP');
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

let world: ReleaseWorld;
let site: TestSite;

releaseForTests(async (given) => {
  world = given;
  site = await world.aSite();
});

const documents = () => world.core.app.get(DocumentsService);
const rowOf = async (owner: string, documentId: string) =>
  (await documents().documentRow(owner, documentId))!;

async function aDocument(options: Parameters<ReleaseWorld['aDocument']>[1] = { pages: 10 }) {
  const owner = await world.aPerson('10.00');
  return { owner, documentId: await world.aDocument(owner, options) };
}

const press = (owner: string, slug = 'hall', copies = 1) => pressAll(world, site, { owner, slug, copies });
const end = (jobId: string, impressions: number, total: number) =>
  endWith(world, site, { jobId, impressions, total });
const prepare = (documentId: string) => prepareWaiting(world, documentId);

async function printUpTo(owner: string, impressions: number, slug = 'hall') {
  const { jobs } = await press(owner, slug);
  return end(jobs[0]!.jobId, impressions, jobs[0]!.pages);
}

interface Revision {
  revision: number;
  state: string;
  keep_pages: number[] | null;
  is_rest: boolean;
  handed_out_at: Date | null;
}

const revisionsOf = (documentId: string): Promise<Revision[]> =>
  world.database.query(
    `SELECT revision, state, keep_pages, is_rest, handed_out_at FROM document_revisions
     WHERE document_id = $1 ORDER BY revision`,
    [documentId],
  );

const statementOf = (owner: string) =>
  world.core.app.get(StatementPapersService).statement({ owner, period: 'last_month', currency: 'GBP' });

async function spent(owner: string): Promise<number> {
  return 1_000 - (await world.credits.available(owner, 'GBP')).minor;
}

const select = (owner: string, documentId: string, pages: number[], putBack: number[] = []) =>
  world.core.app.get(PageSelectionService).keepPages(owner, documentId, { pages, putBack });

const failRest = (documentId: string, revision = 2) =>
  world.core.app.get(RevisionsService).applyFailure({ documentId, revision, reason: 'timeout' });

describe.each(upTo(11).map((count) => count - 1))('after a printer stopped at %d of ten pages', (k) => {
  test('another printer can finish the document, and each page is paid once', async () => {
    const { owner, documentId } = await aDocument();
    const first = await printUpTo(owner, k, 'hall');
    expect(first).toMatchObject({ impressions: k, captured: pence(5 * k), returned: pence(5 * (10 - k)) });
    const isRest = k > 0 && k < 10;
    expect(await rowOf(owner, documentId)).toMatchObject({ status: isRest ? 'processing' : 'ready' });
    await prepare(documentId);

    const { documents: listed } = await world.logIn(site, owner, 'library');
    expect(listed).toMatchObject([{ pages: isRest ? 10 - k : 10, price: pence(isRest ? 5 * (10 - k) : 50) }]);
    expect(listed[0]!.rest).toEqual(isRest ? { pages: [[k + 1, 10]], printed: [[1, k]] } : undefined);
    if (!isRest) return;
    expect(listed[0]).not.toHaveProperty('printedAt');
    await printUpTo(owner, 10 - k, 'library');
    expect(await spent(owner)).toBe(50);
    const { lines, opening, closing } = await statementOf(owner);
    expect(
      lines.slice(0, 2).map(({ which, amount, pages }) => ({ which, amount: amount.minor, pages })),
    ).toEqual([
      { which: [[k + 1, 10]], amount: -5 * (10 - k), pages: 10 - k },
      { which: [[1, k]], amount: -5 * k, pages: k },
    ]);
    expect(closing.minor - opening.minor).toBe(1_000 - 50);
    const halves: unknown[] = await world.database.query(
      'SELECT document_pages, captured_pages FROM jobs WHERE owner_id = $1 ORDER BY created_at',
      [owner],
    );
    expect(halves).toEqual([
      { document_pages: null, captured_pages: k },
      { document_pages: upTo(10).slice(k), captured_pages: 10 - k },
    ]);
    // The document is printed completely: no page is left out.
    expect(await rowOf(owner, documentId)).toMatchObject({
      ...{ status: 'ready', totalPages: 10 - k },
      printedAt: expect.any(String),
    });
  });
});

test('the rest of a rest keeps the page numbers of the original, and a fourth press completes it', async () => {
  const { owner, documentId } = await aDocument();
  for (const pages of [4, 3, 2]) {
    await printUpTo(owner, pages);
    await prepare(documentId);
  }
  const row = await rowOf(owner, documentId);
  expect(row).toMatchObject({ totalPages: 1, rest: { pages: [10], printed: upTo(9) } });
  expect(row.rest!.leftOut[8]).toEqual({ page: 9, preview: `/document-pages/${documentId}/1/9` });
  await printUpTo(owner, 1);
  expect(await spent(owner)).toBe(50);
});

test('the rest of selected pages leaves out the printed ones, by their numbers in the original', async () => {
  const { owner, documentId } = await aDocument();
  await select(owner, documentId, [2, 4, 6, 8, 10]);
  await prepare(documentId);
  await select(owner, documentId, [2, 3, 4, 5]);
  await prepare(documentId);
  await printUpTo(owner, 2);
  await prepare(documentId);
  expect(await rowOf(owner, documentId)).toMatchObject({
    totalPages: 2,
    rest: { pages: [8, 10], printed: [4, 6], leftOut: [{ page: 4 }, { page: 6 }] },
  });
});

test('colour pages of the rest keep their price', async () => {
  const { owner, documentId } = await aDocument({ pages: 4, isColor: true, colorPages: [2, 4] });
  await printUpTo(owner, 3);
  await prepare(documentId);
  const { documents: listed } = await world.logIn(site, owner);
  expect(listed).toMatchObject([{ pages: 1, price: pence(20) }]);
});

test('the rest of a two-sided document that stopped on the front of a sheet begins with its back', async () => {
  const { owner, documentId } = await aDocument({ pages: 10, side: '2-Sided' });
  await printUpTo(owner, 3);
  await prepare(documentId);
  expect(await rowOf(owner, documentId)).toMatchObject({ rest: { pages: [4, 5, 6, 7, 8, 9, 10] } });
  const { documents: listed } = await world.logIn(site, owner);
  expect(listed).toMatchObject([{ pages: 7, price: pence(28) }]);
});

test('a press for the whole document is refused after part of it was printed', async () => {
  const { owner, documentId } = await aDocument();
  const before = await world.logIn(site, owner, 'library');
  await printUpTo(owner, 4);
  const again = () => world.print(site, before);
  await expect(again()).rejects.toMatchObject({ code: 'quote.changed' });
  await prepare(documentId);
  await expect(again()).rejects.toMatchObject({ code: 'quote.changed' });
  expect(await spent(owner)).toBe(20);
});

test('a repeated settlement makes no second rest', async () => {
  const { owner, documentId } = await aDocument();
  const { jobs } = await press(owner);
  for (let time = 0; time < 3; time += 1) await end(jobs[0]!.jobId, 4, 10);
  expect((await revisionsOf(documentId)).map(({ keep_pages }) => keep_pages)).toEqual([
    null,
    [5, 6, 7, 8, 9, 10],
  ]);
});

describe('a job with an unknown end', () => {
  test('makes no rest; the pages that staff count are left out', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    const { jobId } = jobs[0]!;
    await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'unknown', impressions: 6 });
    expect(await rowOf(owner, documentId)).toMatchObject({ status: 'ready', revision: 1, totalPages: 10 });
    const decision = { jobId, pages: 3, actor: 'staff', reason: 'three pages lie there' };
    await world.core.app.get(JobDecisionsService).capture(decision);
    await prepare(documentId);
    expect(await rowOf(owner, documentId)).toMatchObject({ rest: { pages: upTo(10).slice(3) } });
  });

  test('leaves out its counted, paid pages after 24 hours', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    await world.jobs.settleJob(site.agent.id, { jobId: jobs[0]!.jobId, outcome: 'unknown', impressions: 6 });
    await world.jobs.settleOverdue(jobs[0]!.jobId);
    await prepare(documentId);
    expect(await rowOf(owner, documentId)).toMatchObject({ rest: { pages: upTo(10).slice(6) } });
  });

  test('leaves out no page after 24 hours when none was counted', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    await world.jobs.settleJob(site.agent.id, { jobId: jobs[0]!.jobId, outcome: 'unknown', impressions: 0 });
    await world.jobs.settleOverdue(jobs[0]!.jobId);
    expect(await revisionsOf(documentId)).toHaveLength(1);
    expect(await rowOf(owner, documentId)).toMatchObject({ status: 'ready' });
  });
});

describe('beside a job with an unknown end', () => {
  const unknown = (jobId: string) =>
    world.jobs.settleJob(site.agent.id, { jobId, outcome: 'unknown', impressions: 0 });
  const restOf = async (documentId: string) => {
    const rests = (await revisionsOf(documentId)).filter(({ is_rest }) => is_rest);
    return rests.map(({ keep_pages }) => keep_pages);
  };

  test('the rest of another job is offered at once, and paid pages are not paid again', async () => {
    const { owner, documentId } = await aDocument();
    const [away, here] = [await press(owner, 'hall'), await press(owner, 'library')];
    await unknown(away.jobs[0]!.jobId);
    await end(here.jobs[0]!.jobId, 4, 10);
    await prepare(documentId);
    await printUpTo(owner, 6, 'library');
    await world.jobs.settleOverdue(away.jobs[0]!.jobId);
    expect(await spent(owner)).toBe(50);
    expect(await restOf(documentId)).toEqual([upTo(10).slice(4)]);
  });

  test('the rest of another job is offered, also when that job ended first', async () => {
    const { owner, documentId } = await aDocument();
    const [away, here] = [await press(owner, 'hall'), await press(owner, 'library')];
    await end(here.jobs[0]!.jobId, 4, 10);
    expect(await restOf(documentId)).toEqual([]);
    await unknown(away.jobs[0]!.jobId);
    await unknown(away.jobs[0]!.jobId);
    expect(await restOf(documentId)).toEqual([upTo(10).slice(4)]);
    const [, rest] = await revisionsOf(documentId);
    expect(rest!.handed_out_at).not.toBeNull();
    await world.jobs.settleOverdue(away.jobs[0]!.jobId);
  });

  test('the pages that staff find are left out as well', async () => {
    const { owner, documentId } = await aDocument();
    const [away, here] = [await press(owner, 'hall'), await press(owner, 'library')];
    await unknown(away.jobs[0]!.jobId);
    await end(here.jobs[0]!.jobId, 4, 10);
    await prepare(documentId);
    const decision = { jobId: away.jobs[0]!.jobId, pages: 7, actor: 'staff', reason: 'seven lie there' };
    await world.core.app.get(JobDecisionsService).capture(decision);
    expect(await restOf(documentId)).toEqual([upTo(10).slice(4), [8, 9, 10]]);
  });

  test('another copy that was printed completely leaves no rest', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner, 'hall', 2);
    await end(jobs[0]!.jobId, 10, 10);
    await unknown(jobs[1]!.jobId);
    expect(await revisionsOf(documentId)).toHaveLength(1);
    await world.jobs.settleOverdue(jobs[1]!.jobId);
    expect(await revisionsOf(documentId)).toHaveLength(1);
  });
});

describe('of several copies', () => {
  test.each([
    ['the copy with the most remaining pages decides', [10, 4, 7], upTo(10).slice(4)],
    ['a copy that was printed partly leaves its rest', [10, 10, 9], [10]],
    ['a copy that never began leaves the whole document', [10, 4, 0], undefined],
    ['if all are complete, nothing remains', [10, 10, 10], undefined],
  ])('%s', async (_, endings, rest) => {
    for (const order of [endings, endings.toReversed()]) {
      const { owner, documentId } = await aDocument();
      const { jobs } = await press(owner, 'hall', 3);
      for (const [index, impressions] of order.entries()) {
        expect(await revisionsOf(documentId)).toHaveLength(1);
        await end(jobs[index]!.jobId, impressions, 10);
      }
      const [, made] = await revisionsOf(documentId);
      expect(made?.keep_pages).toEqual(rest);
      await prepare(documentId);
      const row = await rowOf(owner, documentId);
      expect(row.totalPages).toBe(rest?.length ?? 10);
      expect(row.rest?.pages).toEqual(rest);
      expect(await spent(owner)).toBe(5 * order.reduce((sum, pages) => sum + pages, 0));
    }
  });

  test('that all end partly at the same moment, each is settled and the shortest decides', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner, 'hall', 20);
    await Promise.all(jobs.map(({ jobId }, index) => end(jobId, 9 - (index % 6), 10)));
    await prepare(documentId);
    expect(await rowOf(owner, documentId)).toMatchObject({
      rest: { pages: [5, 6, 7, 8, 9, 10], printed: [1, 2, 3, 4] },
    });
  });

  test('printed at two printers at once, the shortest decides too', async () => {
    const { owner, documentId } = await aDocument();
    const [here, there] = [await press(owner, 'hall'), await press(owner, 'library')];
    await end(here.jobs[0]!.jobId, 2, 10);
    expect(await revisionsOf(documentId)).toHaveLength(1);
    await end(there.jobs[0]!.jobId, 6, 10);
    expect((await revisionsOf(documentId))[1]?.keep_pages).toEqual(upTo(10).slice(2));
    // The recorded pages are deleted when the rest is made.
    await prepare(documentId);
    await printUpTo(owner, 1);
    expect((await revisionsOf(documentId)).at(-1)?.keep_pages).toEqual(upTo(10).slice(3));
  });

  test('a stalled copy delays the rest, like a printing one', async () => {
    const { owner, documentId } = await aDocument();
    const [here, there] = [await press(owner, 'hall'), await press(owner, 'library')];
    const stalled = { state: 'stalled', reason: 'media-jam' } as const;
    const jobId = there.jobs[0]!.jobId;
    await world.jobs.progress(site.agent.id, { jobId, sequence: 1, impressions: 2, ...stalled });
    await end(here.jobs[0]!.jobId, 6, 10);
    expect(await revisionsOf(documentId)).toHaveLength(1);
    await end(jobId, 10, 10);
    expect((await revisionsOf(documentId))[1]?.keep_pages).toEqual(upTo(10).slice(6));
  });
});

describe('pages selected while a job prints', () => {
  test('stay selected, except for the printed ones', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    await select(owner, documentId, [1, 2, 9, 10]);
    await end(jobs[0]!.jobId, 5, 10);
    expect((await revisionsOf(documentId)).map(({ keep_pages }) => keep_pages)).toEqual([
      null,
      [1, 2, 9, 10],
      [9, 10],
    ]);
  });

  test('are ignored when they could not be prepared', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    await select(owner, documentId, [1, 2, 9, 10]);
    await failRest(documentId);
    await end(jobs[0]!.jobId, 5, 10);
    expect((await revisionsOf(documentId)).at(-1)).toMatchObject({
      keep_pages: upTo(10).slice(5),
      is_rest: true,
    });
  });

  test('stay unchanged when all or none of them were printed', async () => {
    for (const chosen of [
      [1, 2],
      [9, 10],
    ]) {
      const { owner, documentId } = await aDocument();
      const { jobs } = await press(owner);
      await select(owner, documentId, chosen);
      await end(jobs[0]!.jobId, 5, 10);
      expect(await revisionsOf(documentId)).toHaveLength(2);
      await prepare(documentId);
      expect(await rowOf(owner, documentId)).toMatchObject({ status: 'ready', totalPages: 2 });
    }
  });
});

describe('a selection of a selection, whose pages in the original are not known,', () => {
  const selectTwice = (documentId: string) =>
    world.database.query(
      `INSERT INTO document_revisions
         (document_id, revision, state, media_type, page_count, pages, conversion_id, based_on, keep_pages)
       SELECT document_id, n, 'ready', media_type, 3, jsonb_path_query_array(pages, '$[0 to 2]'),
              gen_random_uuid(), n - 1, '{1,2,3}'
       FROM document_revisions, generate_series(2, 3) n WHERE document_id = $1`,
      [documentId],
    );

  test('leaves no rest when it is printed partly, and the statement names no pages', async () => {
    const { owner, documentId } = await aDocument();
    await selectTwice(documentId);
    expect(await printUpTo(owner, 2)).toMatchObject({ captured: pence(10), returned: pence(5) });
    expect(await revisionsOf(documentId)).toHaveLength(3);
    const printed = 'SELECT printed_pages FROM documents WHERE id = $1';
    expect(await world.database.query(printed, [documentId])).toEqual([{ printed_pages: [] }]);
    const { lines } = await statementOf(owner);
    expect(lines[0]).toMatchObject({ pages: 2 });
    expect(lines[0]).not.toHaveProperty('which');
  });

  test('stays when the original was printed partly meanwhile', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    await selectTwice(documentId);
    await end(jobs[0]!.jobId, 2, 10);
    expect(await revisionsOf(documentId)).toHaveLength(3);
  });
});

describe('printed pages', () => {
  test('can be selected again, and cost again', async () => {
    const { owner, documentId } = await aDocument();
    await printUpTo(owner, 4);
    await prepare(documentId);
    await select(owner, documentId, upTo(6), [2, 3]);
    await prepare(documentId);
    expect(await rowOf(owner, documentId)).toMatchObject({
      totalPages: 8,
      rest: { pages: [2, 3, 5, 6, 7, 8, 9, 10], printed: [1, 2, 3, 4], leftOut: [{ page: 1 }, { page: 4 }] },
    });
    await printUpTo(owner, 3);
    await prepare(documentId);
    expect(await rowOf(owner, documentId)).toMatchObject({ rest: { pages: [6, 7, 8, 9, 10] } });
    expect(await spent(owner)).toBe(5 * 7);
  });

  test('can be put back only if they were printed', async () => {
    const { owner, documentId } = await aDocument();
    await printUpTo(owner, 4);
    await prepare(documentId);
    for (const page of [0, 5, 11])
      await expect(select(owner, documentId, [1], [page])).rejects.toMatchObject({
        code: 'pages.out-of-range',
      });
    expect(await revisionsOf(documentId)).toHaveLength(2);
  });
});

describe('a rest that cannot be prepared', () => {
  test('is not offered until its owner selects pages', async () => {
    const { owner, documentId } = await aDocument();
    const stale = await world.logIn(site, owner, 'library');
    await printUpTo(owner, 4);
    await failRest(documentId);
    expect(await rowOf(owner, documentId)).toMatchObject({
      status: 'ready',
      totalPages: 10,
      rest: { printed: [1, 2, 3, 4], leftOut: [], failed: true },
    });
    expect((await world.logIn(site, owner)).documents).toEqual([]);
    await expect(world.print(site, stale)).rejects.toMatchObject({ code: 'quote.changed' });
    await expect(placed(owner, stale)).rejects.toThrow('quote.changed');

    await select(owner, documentId, upTo(10).slice(4));
    await prepare(documentId);
    expect((await rowOf(owner, documentId)).rest).toMatchObject({ pages: upTo(10).slice(4) });
    expect((await world.logIn(site, owner)).documents).toMatchObject([{ pages: 6, price: pence(30) }]);
  });

  test('is replaced when its owner selects all pages', async () => {
    const { owner, documentId } = await aDocument();
    await printUpTo(owner, 4);
    await failRest(documentId);
    await select(owner, documentId, upTo(10));
    await prepare(documentId);
    expect((await world.logIn(site, owner)).documents).toMatchObject([{ pages: 10, price: pence(50) }]);
  });

  test('is still not offered when the selection fails as well', async () => {
    const { owner, documentId } = await aDocument();
    await printUpTo(owner, 4);
    await failRest(documentId);
    await select(owner, documentId, [5]);
    await failRest(documentId, 3);
    expect((await world.logIn(site, owner)).documents).toEqual([]);
  });

  /** Calls `place_release()` with a price of the earlier listing. */
  async function placed(owner: string, { documents: [document] }: PanelListing) {
    const { panelSessionId } = await world.logIn(site, owner);
    const line = {
      ...{ jobId: randomUUID(), documentId: document!.documentId, revision: 1, fileName: 'a.pdf' },
      ...{ chosenSide: '1-Sided', choseColor: false, side: '1-Sided', isColor: false },
      ...{ unitPrices: upTo(10).map(() => 5), colorPages: [], heldMinor: 50 },
    };
    const { agent, printers } = site;
    await world.database.query(`SELECT place_release($1, $2, $3, $4, $5, 'GBP', 'impressions', $6)`, [
      ...[randomUUID(), agent.id, panelSessionId, owner, printers.hall, JSON.stringify([line])],
    ]);
  }
});

describe('a removed document', () => {
  test('has no rest when its owner deleted it', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    await world.core.app.get(DocumentLifeService).deleteDocuments(owner, [documentId]);
    await end(jobs[0]!.jobId, 4, 10);
    expect((await revisionsOf(documentId)).filter(({ is_rest }) => is_rest)).toEqual([]);
    expect(await spent(owner)).toBe(20);
  });

  test('has no rest when it has expired', async () => {
    const { owner, documentId } = await aDocument();
    const { jobs } = await press(owner);
    await world.database.query('UPDATE documents SET expires_at = app_now() WHERE id = $1', [documentId]);
    await end(jobs[0]!.jobId, 4, 10);
    expect(await revisionsOf(documentId)).toHaveLength(1);
  });
});

test('the rest is handed out for conversion as soon as the job is settled', async () => {
  const { owner, documentId } = await aDocument();
  await printUpTo(owner, 4);
  const [, rest] = await revisionsOf(documentId);
  expect(rest).toMatchObject({ state: 'uploaded', is_rest: true });
  expect(rest!.handed_out_at).not.toBeNull();
});
