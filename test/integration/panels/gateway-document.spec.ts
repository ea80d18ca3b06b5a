import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { refusals } from '@sixpence/contracts/refusals';
import sharp from 'sharp';
import { aPdf, pageCount } from '../../support/documents/pdf.js';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { ReleaseWorld } from '../../support/worlds/release.js';
import { Uploads } from '../../support/builders/uploads.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  after.use(await ConverterProcess.start(world.core, withoutOffice));
});

afterEach(async () => {
  expect(await world.breaches()).toEqual([]);
});

afterAll(() => after.disposeAsync());

/** A PDF of a user, uploaded, converted, and listed at a site. */
async function aListedPdf() {
  const { userId, cookie } = await world.core.signedIn(`${crypto.randomUUID()}@example.com`);
  const balance = { minor: 100, currency: 'GBP' } as const;
  await world.credits.grant({ owner: userId, amount: balance, key: crypto.randomUUID(), reason: 'a test' });
  const uploads = new Uploads(world.core, cookie);
  const documentId = await uploads.upload('essay.pdf', 'application/pdf', await aPdf({ pages: 3 }));
  expect(await uploads.settled(documentId)).toMatchObject({ status: 'ready', totalPages: 3 });
  const site = await world.aSite();
  return { site, userId, documentId, listing: await world.logIn(site, userId) };
}

/** The same PDF, with a job that prints it. */
async function aReleasedPdf() {
  const { site, documentId, listing } = await aListedPdf();
  const { jobs } = await world.print(site, listing);
  return { site, documentId, job: jobs[0]! };
}

const fetchAt = (path: string) => fetch(world.core.url + path);

test('only the agent of a job gets its document, until the path expires or the job is settled', async () => {
  const { site, job } = await aReleasedPdf();
  const answer = await fetchAt(job.documentPath);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(await pageCount(bytes)).toBe(3);

  const other = await aReleasedPdf();
  const stolen = job.documentPath.replace(job.jobId, other.job.jobId);
  expect((await fetchAt(stolen)).status).toBe(403);
  expect((await fetchAt(job.documentPath.split('?')[0]!)).status).toBe(400);
  expect((await fetchAt(job.documentPath.replace(job.jobId, 'all'))).status).toBe(400);

  await shiftClock(world.database, '15 minutes');
  expect((await fetchAt(job.documentPath)).status).toBe(403);
  const fresh = await world.jobs.forAgent(site.agent.id, job.jobId);
  expect((await fetchAt(fresh.documentPath)).status).toBe(200);

  await world.jobs.settleJob(site.agent.id, { jobId: job.jobId, outcome: 'completed', impressions: 3 });
  expect((await fetchAt(fresh.documentPath)).status).toBe(404);

  const freshOtherJob = await world.jobs.forAgent(other.site.agent.id, other.job.jobId);
  await world.jobs.settleJob(other.site.agent.id, {
    jobId: freshOtherJob.jobId,
    outcome: 'never-began',
    impressions: 0,
  });
  expect((await fetchAt(freshOtherJob.documentPath)).status).toBe(404);
});

test('a job prints its revision of the document, also when a newer one is ready', async () => {
  const { site, documentId, job } = await aReleasedPdf();
  await world.database.query(
    `INSERT INTO document_revisions
       (document_id, revision, state, media_type, page_count, pages, conversion_id, based_on, keep_pages)
     SELECT document_id, 2, state, media_type, 1, pages, gen_random_uuid(), 1, '{1}'
     FROM document_revisions WHERE document_id = $1`,
    [documentId],
  );
  const answer = await fetchAt(job.documentPath);
  expect(answer.status).toBe(200);
  expect(await pageCount(new Uint8Array(await answer.arrayBuffer()))).toBe(3);
  const end = { jobId: job.jobId, outcome: 'never-began', impressions: 0 } as const;
  await world.jobs.settleJob(site.agent.id, end);
});

test('the agent gets a document that was deleted while its job is open; a revoked agent gets no document', async () => {
  const { site, documentId, job } = await aReleasedPdf();
  await world.database.query('UPDATE documents SET deleted_at = app_now() WHERE id = $1', [documentId]);
  expect((await fetchAt(job.documentPath)).status).toBe(200);
  await world.agents.revoke(site.agent.id);
  expect((await fetchAt(job.documentPath)).status).toBe(401);
});

test('the box of a panel gets a small picture of the first page, while the session is open', async () => {
  const { site, userId, documentId, listing } = await aListedPdf();
  const path = listing.documents[0]!.picturePath!;
  const answer = await fetchAt(path);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ]);
  const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([picture.format, picture.width < 400]).toEqual(['jpeg', true]);

  const other = await aListedPdf();
  const { documentId: otherDocumentId, picturePath: otherPicturePath = '' } = other.listing.documents[0]!;
  const tamperedPaths = [
    path.replace(documentId, otherDocumentId),
    path.replace(listing.panelSessionId, other.listing.panelSessionId),
    path.replace('/1?', '/2?'),
    `${path.split('?')[0]}?${otherPicturePath.split('?')[1]}`,
  ];
  expect((await Promise.all(tamperedPaths.map(fetchAt))).map(({ status }) => status)).toEqual([
    403, 403, 403, 403,
  ]);
  expect((await fetchAt(path.split('?')[0]!)).status).toBe(400);

  await world.sessions.endSession(site.agent.id, listing.panelSessionId);
  expect((await fetchAt(path)).status).toBe(refusals['panel-session.ended'].status);
  const again = (await world.logIn(site, userId)).documents[0]!.picturePath!;
  expect((await fetchAt(again)).status).toBe(200);
  await world.database.query('UPDATE documents SET deleted_at = app_now() WHERE id = $1', [documentId]);
  expect((await fetchAt(again)).status).toBe(404);

  await world.agents.revoke(other.site.agent.id);
  expect((await fetchAt(otherPicturePath)).status).toBe(refusals['agent.unknown'].status);
});

test('fetching pictures does not keep a panel session alive', async () => {
  const { listing } = await aListedPdf();
  const path = listing.documents[0]!.picturePath!;
  await shiftClock(world.database, '60 seconds');
  expect((await fetchAt(path)).status).toBe(200);
  await shiftClock(world.database, '60 seconds');
  expect((await fetchAt(path)).status).toBe(refusals['panel-session.ended'].status);
});
