import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { agentRequests, mostJobsOfPress, type PanelListing } from '@sixpence/contracts/agent/gateway';
import { JobViews } from '@sixpence/core/jobs/views/job-views.query';
import { money } from '@sixpence/money/money';
import { shiftClock } from '../../support/builders/ledger.js';
import { agreedTo, type ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let site: TestSite;

releaseForTests(async (given) => {
  world = given;
  site = await world.aSite();
});

/** A user at the hall’s panel with a document of three plain pages, 15p a copy. */
async function atThePanel(balance: string) {
  const owner = await world.aPerson(balance);
  const documentId = await world.aDocument(owner);
  return { owner, documentId, listing: await world.logIn(site, owner) };
}

function pressPrint(listing: PanelListing, copies: number, releaseId = randomUUID()) {
  const documents = agreedTo(listing.documents).map((document) => ({ ...document, copies }));
  const { panelSessionId } = listing;
  return world.releases.release(site.agent.id, { releaseId, panelSessionId, documents });
}

const settle = (jobId: string, outcome: 'completed' | 'aborted' | 'never-began', impressions: number) =>
  world.jobs.settleJob(site.agent.id, { jobId, outcome, impressions });

async function isMarked(documentId: string): Promise<boolean> {
  const [row]: { printed_at: Date | null }[] = await world.database.query(
    'SELECT printed_at FROM documents WHERE id = $1',
    [documentId],
  );
  return row!.printed_at !== null;
}

async function openJobs(documentId: string): Promise<number> {
  const [row]: { open_jobs: number }[] = await world.database.query(
    'SELECT open_jobs FROM documents WHERE id = $1',
    [documentId],
  );
  return row!.open_jobs;
}

test('five copies are five jobs with a price each, and the document stays open until the last job ends', async () => {
  const { owner, documentId, listing } = await atThePanel('1.00');
  const { jobs, available } = await pressPrint(listing, 5);
  expect(jobs.map(({ copy, held, pages }) => ({ copy, held, pages }))).toEqual(
    [1, 2, 3, 4, 5].map((number) => ({ copy: { number, of: 5 }, held: pence(15), pages: 3 })),
  );
  expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(5);
  expect(available).toEqual(pence(25));

  const endings = [3, 3, 1, 3, 3];
  for (const [index, impressions] of endings.entries()) {
    expect(await openJobs(documentId)).toBe(5 - index);
    await settle(jobs[index]!.jobId, impressions === 3 ? 'completed' : 'aborted', impressions);
  }
  expect(await openJobs(documentId)).toBe(0);
  // The third was aborted after its first page.
  expect(await world.credits.available(owner, 'GBP')).toEqual(pence(100 - 13 * 5));
  const views = await world.core.app.get(JobViews).recent(owner);
  expect(views.map(({ copy, state, captured }) => [copy?.number, state, captured?.minor])).toEqual([
    [1, 'completed', 15],
    [2, 'completed', 15],
    [3, 'partial', 5],
    [4, 'completed', 15],
    [5, 'completed', 15],
  ]);
  expect(await world.core.app.get(JobViews).ofRelease(owner, jobs[0]!.releaseId)).toEqual(views);
  await shiftClock(world.database, '1 second');
  await world.aDocument(owner, { pages: 1 });
  const next = await pressPrint(await world.logIn(site, owner), 1);
  await settle(next.jobs[0]!.jobId, 'completed', 1);
  const later = await world.core.app.get(JobViews).recent(owner);
  expect(later.map(({ id }) => id)).toEqual([...views.map(({ id }) => id), next.jobs[0]!.jobId]);
});

test.each([
  ['that were all printed', [3, 1, 3], true],
  ['of which the first failed', [0, 3, 3], false],
  ['of which the last failed', [3, 3, 0], false],
])(
  'copies %s: the document is marked as printed after the last copy only if all pages were printed',
  async (_, ends, isPrinted) => {
    const { documentId, listing } = await atThePanel('1.00');
    const { jobs } = await pressPrint(listing, ends.length);
    for (const [index, impressions] of ends.entries()) {
      expect(await isMarked(documentId)).toBe(false);
      await settle(jobs[index]!.jobId, 'aborted', impressions);
    }
    expect(await isMarked(documentId)).toBe(isPrinted);
  },
);

test('a repeated request with the same id returns the same copies, and the money is held once', async () => {
  const { owner, listing } = await atThePanel('1.00');
  const releaseId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => pressPrint(listing, 3, releaseId)));
  const answeredJobs = answers.map(({ jobs }) => jobs.map(({ jobId, copy }) => [jobId, copy]));
  expect(new Set(answeredJobs.map((jobs) => JSON.stringify(jobs))).size).toBe(1);
  expect(answeredJobs[0]).toHaveLength(3);
  expect(await world.credits.available(owner, 'GBP')).toEqual(pence(55));
  for (const { jobId } of answers[0]!.jobs) await settle(jobId, 'never-began', 0);
  expect(await world.credits.available(owner, 'GBP')).toEqual(pence(100));
});

test('a job fetched by its id has its copy number', async () => {
  const { listing } = await atThePanel('1.00');
  const { jobs } = await pressPrint(listing, 2);
  const second = await world.jobs.forAgent(site.agent.id, jobs[1]!.jobId);
  expect(second.copy).toEqual({ number: 2, of: 2 });
  for (const { jobId } of jobs) await settle(jobId, 'completed', 3);
});

test('with a balance for four of five copies, no copy is printed', async () => {
  const { owner, documentId, listing } = await atThePanel('0.74');
  await expect(pressPrint(listing, 5)).rejects.toMatchObject({ code: 'credits.insufficient' });
  expect(await world.credits.available(owner, 'GBP')).toEqual(pence(74));
  expect(await openJobs(documentId)).toBe(0);
});

test('a single copy has no copy number, and several copies are numbered', async () => {
  const { owner } = await atThePanel('10.00');
  await world.aDocument(owner, { pages: 1 });
  const listing = await world.logIn(site, owner);
  const documents = agreedTo(listing.documents).map((document, index) =>
    index === 0 ? document : { ...document, copies: 2 },
  );
  const { panelSessionId } = listing;
  const { jobs } = await world.releases.release(site.agent.id, {
    releaseId: randomUUID(),
    panelSessionId,
    documents,
  });
  expect(jobs.map(({ copy }) => copy)).toEqual([undefined, { number: 1, of: 2 }, { number: 2, of: 2 }]);
  for (const { jobId, pages } of jobs) await settle(jobId, 'completed', pages);
});

test.each([
  ['zero copies', [0]],
  ['half a copy', [1.5]],
  ['a hundred copies of one document', [100]],
  ['more copies in total than one press takes', [60, 41]],
])('core refuses a release with %s', (_, counts) => {
  const documents = counts.map((copies) => ({
    documentId: randomUUID(),
    revision: 1,
    side: '1-Sided',
    isColor: false,
    quotedMinor: 15,
    copies,
  }));
  const question = { releaseId: randomUUID(), panelSessionId: randomUUID(), documents };
  expect(agentRequests.release.safeParse(question).success).toBe(false);
});

test('one press of PRINT can release the maximum number of copies', async () => {
  const { owner, documentId, listing } = await atThePanel('20.00');
  await world.aDocument(owner, { pages: 1 });
  const both = await world.logIn(site, owner);
  const documents = agreedTo(both.documents).map((document, index) => ({
    ...document,
    copies: index === 0 ? 99 : 1,
  }));
  const question = { releaseId: randomUUID(), panelSessionId: both.panelSessionId, documents };
  expect(agentRequests.release.safeParse(question).success).toBe(true);
  const { jobs } = await world.releases.release(site.agent.id, question);
  expect(jobs).toHaveLength(mostJobsOfPress);
  expect(await openJobs(documentId)).toBe(both.documents[0]!.documentId === documentId ? 99 : 1);
  for (const { jobId } of jobs) await settle(jobId, 'never-began', 0);
  expect(listing.documents).toHaveLength(1);
  expect(await world.credits.available(owner, 'GBP')).toEqual(pence(2_000));
});
