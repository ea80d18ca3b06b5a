import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { QuotesService } from '@sixpence/core/release/quotes.service';
import { money } from '@sixpence/money/money';
import { all } from '@sixpence/core/database/sql';
import { ReleaseWorld, type TestSite } from '../support/release.js';

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
});

afterEach(async () => {
  jest.restoreAllMocks();
  expect(await world.breaches()).toEqual([]);
});

afterAll(() => after.disposeAsync());

const pence = (minor: number) => money(minor, 'GBP');

async function atThePanel() {
  site = await world.aSite();
  const owner = await world.aPerson('1.00');
  const documents = [await world.aDocument(owner), await world.aDocument(owner)];
  return { owner, documents, listing: await world.logIn(site, owner) };
}

/** Does something between the moment when a press is read and priced, and the moment when it is written. */
function meanwhile(act: () => Promise<unknown>): void {
  const quotes = world.core.app.get(QuotesService);
  const agreed = quotes.agreed.bind(quotes);
  jest.spyOn(quotes, 'agreed').mockImplementationOnce(async (...asked) => {
    const lines = await agreed(...asked);
    await act();
    return lines;
  });
}

/** What a press leaves behind of a person. */
async function leftOf(owner: string) {
  const counts = await all<{ jobs: number; held: number; inHand: number }>(
    world.database,
    `SELECT (SELECT count(*)::int FROM jobs WHERE owner_id = :owner) AS jobs,
            (SELECT sum(held_minor)::int FROM ledger_accounts WHERE owner_id = :owner) AS held,
            (SELECT sum(open_jobs)::int FROM documents WHERE owner_id = :owner) AS in_hand`,
    { owner },
  );
  return counts[0];
}

test.each([
  ['is deleted', 'UPDATE documents SET deleted_at = app_now() WHERE id = $1'],
  ['is past its time', 'UPDATE documents SET expires_at = app_now() WHERE id = $1'],
  ['is set to both sides', `UPDATE documents SET side = '2-Sided' WHERE id = $1`],
  ['is set to colour', 'UPDATE documents SET is_color = true WHERE id = $1'],
  [
    'goes to somebody else',
    'UPDATE documents SET owner_id = (SELECT u.id FROM users u WHERE u.id <> owner_id LIMIT 1) WHERE id = $1',
  ],
  ['gets other pages', revision('ready')],
  ['is being given other pages', revision('uploaded')],
])('nothing is held when one of two documents %s at this moment', async (_, change) => {
  const { owner, documents, listing } = await atThePanel();
  meanwhile(() => world.database.query(change, [documents[1]]));
  await expect(world.print(site, listing)).rejects.toMatchObject({ code: 'quote.changed' });
  expect(await leftOf(owner)).toEqual({ jobs: 0, held: 0, inHand: 0 });
});

function revision(state: 'ready' | 'uploaded'): string {
  const made = state === 'ready' ? 'page_count, pages, conversion_id' : 'NULL, NULL, NULL';
  return `INSERT INTO document_revisions
      (document_id, revision, state, media_type, based_on, page_count, pages, conversion_id)
    SELECT document_id, 2, '${state}', media_type, 1, ${made} FROM document_revisions WHERE document_id = $1`;
}

test('other pages that could not be made change nothing', async () => {
  const { documents, listing } = await atThePanel();
  meanwhile(() =>
    world.database.query(
      `INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, reason)
       VALUES ($1, 2, 'failed', 'application/pdf', 1, 'damaged')`,
      [documents[1]],
    ),
  );
  await expect(world.print(site, listing)).resolves.toMatchObject({ available: pence(70) });
});

test.each([
  ['ends', 'UPDATE panel_sessions SET ended_at = app_now() WHERE id = $1'],
  ['is closing', 'UPDATE panel_sessions SET closing = true WHERE id = $1'],
])('nothing is held when the session %s at this moment', async (_, change) => {
  const { owner, listing } = await atThePanel();
  meanwhile(() => world.database.query(change, [listing.panelSessionId]));
  await expect(world.print(site, listing)).rejects.toMatchObject({ code: 'panel-session.ended' });
  expect(await leftOf(owner)).toEqual({ jobs: 0, held: 0, inHand: 0 });
});

test('nothing is held when the money is spent elsewhere at this moment', async () => {
  const { owner, listing } = await atThePanel();
  const spend = `SELECT ledger_post('refund', $1, 'GBP', 71, 'test:spent')`;
  meanwhile(() => world.database.query(spend, [owner]));
  await expect(world.print(site, listing)).rejects.toMatchObject({ code: 'credits.insufficient' });
  expect(await leftOf(owner)).toEqual({ jobs: 0, held: 0, inHand: 0 });
});

test('a press that another connection has placed at this moment answers the same jobs', async () => {
  const { owner, listing } = await atThePanel();
  const releaseId = randomUUID();
  const answers: unknown[] = [];
  meanwhile(async () => answers.push(await world.print(site, listing, { releaseId })));
  const { jobs } = await world.print(site, listing, { releaseId });
  expect(answers).toMatchObject([{ jobs: jobs.map(({ jobId, held }) => ({ jobId, held })) }]);
  expect(await leftOf(owner)).toEqual({ jobs: 2, held: 30, inHand: 2 });
});

test('a press that another connection has refused at this moment is refused alike', async () => {
  const { owner, listing } = await atThePanel();
  const releaseId = randomUUID();
  meanwhile(() =>
    world.database.query(
      `INSERT INTO releases (id, agent_id, refused, refused_sentence) VALUES ($1, $2, 'printer.busy', 'Busy.')`,
      [releaseId, site.agent.id],
    ),
  );
  await expect(world.print(site, listing, { releaseId })).rejects.toMatchObject({
    code: 'printer.busy',
    message: 'Busy.',
  });
  expect(await leftOf(owner)).toEqual({ jobs: 0, held: 0, inHand: 0 });
});

test('a press is answered the same when it is made and when it is asked for again', async () => {
  const { listing } = await atThePanel();
  const releaseId = randomUUID();
  const made = await world.print(site, listing, { releaseId });
  const again = await world.print(site, listing, { releaseId });
  const withoutAddress = ({ jobs, available }: typeof made) => ({
    available,
    jobs: jobs.map((job) => ({ ...job, documentPath: undefined })),
  });
  expect(withoutAddress(again)).toEqual(withoutAddress(made));
});
