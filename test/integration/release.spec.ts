import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { shiftClock } from '../support/ledger.js';
import { lockWaits } from '../support/lock-waits.js';
import { ReleaseWorld, type TestSite } from '../support/release.js';

const pence = (minor: number) => money(minor, 'GBP');

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
});

afterEach(async () => {
  expect(await world.breaches()).toEqual([]);
});

afterAll(() => after.disposeAsync());

const refused = (code: string) => expect.objectContaining({ code });
const spendable = (owner: string) => world.credits.available(owner, 'GBP');
const settle = (
  jobId: string,
  outcome: 'completed' | 'canceled' | 'aborted' | 'never-began' | 'unknown',
  impressions: number,
) => world.jobs.settle(site.agent.id, { jobId, outcome, impressions });

/** A person at the hall's panel with one document of three plain pages: 15p. */
async function atThePanel(options: { balance?: string; pages?: number } = {}) {
  site = await world.aSite();
  const owner = await world.aPerson(options.balance ?? '1.00');
  const documentId = await world.aDocument(owner, { pages: options.pages ?? 3 });
  return { owner, documentId, listing: await world.logIn(site, owner) };
}

async function printedOf(documentId: string) {
  const [document]: { printed_at: Date | null; open_jobs: number }[] = await world.database.query(
    'SELECT printed_at, open_jobs FROM documents WHERE id = $1',
    [documentId],
  );
  return document;
}

describe('the listing at a panel', () => {
  test('shows each document with its price there, the balance, and where to top up', async () => {
    const { owner, listing, documentId } = await atThePanel();
    expect(listing).toMatchObject({ processing: 0, available: pence(100), otherWallets: [] });
    expect(listing.documents).toEqual([
      expect.objectContaining({ documentId, pages: 3, side: '1-Sided', isColor: false, price: pence(15) }),
    ]);
    expect(listing.topUpUrl).toBe(`${world.core.config.PUBLIC_URL}/credits`);
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('prices colour pages and two sides', async () => {
    site = await world.aSite();
    const owner = await world.aPerson();
    await world.aDocument(owner, { pages: 3, colorPages: [2], isColor: true });
    await world.aDocument(owner, { pages: 3, colorPages: [2], isColor: true, side: '2-Sided' });
    const { documents } = await world.logIn(site, owner);
    expect(documents.map(({ price }) => price.minor)).toEqual([5 + 20 + 5, 4 + 16 + 4]);
  });

  test.each([
    {
      abilities: { color: false, duplex: false },
      offered: { side: '1-Sided', isColor: false },
      price: 5 + 5,
    },
    { abilities: { color: true, duplex: false }, offered: { side: '1-Sided', isColor: true }, price: 20 + 5 },
    { abilities: { color: false, duplex: true }, offered: { side: '2-Sided', isColor: false }, price: 4 + 4 },
  ])(
    'offers what the printer can do, once it has said: $abilities',
    async ({ abilities, offered, price }) => {
      site = await world.aSite();
      await world.printers.report(site.agent.id, {
        printerId: site.printers['hall']!,
        state: 'idle',
        reasons: [],
        accepting: true,
        ...abilities,
        formats: [],
        makeAndModel: 'plain',
      });
      const owner = await world.aPerson();
      await world.aDocument(owner, { pages: 2, colorPages: [1], isColor: true, side: '2-Sided' });
      const { documents } = await world.logIn(site, owner);
      expect(documents).toMatchObject([{ ...offered, price: pence(price) }]);
    },
  );

  test('names the other wallet when this one is short', async () => {
    site = await world.aSite();
    const owner = await world.aPerson('5.00', 'EUR');
    await world.aDocument(owner);
    const listing = await world.logIn(site, owner);
    expect(listing).toMatchObject({ available: pence(0), otherWallets: [money(500, 'EUR')] });
    await expect(world.print(site, listing)).rejects.toEqual(refused('credits.insufficient'));
  });

  test('has the prices of its day: a list of the future begins with its date', async () => {
    const { owner } = await atThePanel();
    const [clock]: { soon: Date; sooner: Date }[] = await world.database.query(
      `SELECT app_now() + interval '5 minutes' AS soon, app_now() + interval '4 minutes' AS sooner`,
    );
    const of = (minor: number) => ({ '1-Sided': pence(minor), '2-Sided': pence(minor) });
    await world.prices.set(site.id, { mono: of(7), color: of(30) }, clock!.soon);
    // Typed later, for an earlier day: it is over when the first one begins.
    await world.prices.set(site.id, { mono: of(6), color: of(30) }, clock!.sooner);
    const priceNow = async () => (await world.logIn(site, owner)).documents.map(({ price }) => price.minor);
    expect(await priceNow()).toEqual([15]);
    await shiftClock(world.database, '5 minutes');
    expect(await priceNow()).toEqual([21]);
  });

  test('is refused without a price list, and the code stays good', async () => {
    site = await world.aSite();
    await world.database.query('DELETE FROM price_lists WHERE site_id = $1', [site.id]);
    const { code } = await world.issue(await world.aPerson());
    await expect(world.redeem(site, code)).rejects.toEqual(refused('printer.unpriced'));
    await world.setPrices(site.id);
    await expect(world.redeem(site, code)).resolves.toBeDefined();
  });
});

describe('PRINT', () => {
  test('holds the price; what came out is captured, the rest is back', async () => {
    const { owner, listing, documentId } = await atThePanel();
    const { jobs, available } = await world.print(site, listing);
    expect(available).toEqual(pence(85));
    expect(jobs).toMatchObject([
      { pages: 3, held: pence(15), state: 'held', printerId: site.printers['hall'] },
    ]);
    const settled = await settle(jobs[0]!.jobId, 'aborted', 2);
    expect(settled).toMatchObject({
      state: 'partial',
      impressions: 2,
      captured: pence(10),
      returned: pence(5),
      available: pence(90),
    });
    expect(await spendable(owner)).toEqual(pence(90));
    expect(await printedOf(documentId)).toEqual({ printed_at: expect.any(Date), open_jobs: 0 });
  });

  test('captures the dear pages that came out, not an average', async () => {
    site = await world.aSite();
    const owner = await world.aPerson('1.00');
    await world.aDocument(owner, { pages: 3, colorPages: [1], isColor: true });
    const { jobs } = await world.print(site, await world.logIn(site, owner));
    expect(await settle(jobs[0]!.jobId, 'canceled', 1)).toMatchObject({
      captured: pence(20),
      returned: pence(10),
    });
  });

  test('asked again with the same id answers the same jobs and holds once', async () => {
    const { owner, listing } = await atThePanel();
    const releaseId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.print(site, listing, { releaseId })),
    );
    const ids = answers.map(({ jobs }) => jobs.map(({ jobId }) => jobId));
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(await spendable(owner)).toEqual(pence(85));
    await settle(ids[0]![0]!, 'completed', 3);
    const after = await world.print(site, listing, { releaseId });
    expect(after.jobs).toMatchObject([{ jobId: ids[0]![0], state: 'completed' }]);
    expect(await spendable(owner)).toEqual(pence(85));
  });

  test('prints in the order in which documents were chosen, as it is answered at first and again', async () => {
    const { owner } = await atThePanel({ pages: 1 });
    for (const pages of [2, 3, 4]) await world.aDocument(owner, { pages });
    const listing = await world.logIn(site, owner);
    const chosen = [2, 4, 1, 3];
    const documents = chosen.map((pages) => listing.documents.find((document) => document.pages === pages)!);
    const releaseId = randomUUID();
    for (const time of ['first', 'again']) {
      const { jobs } = await world.print(site, listing, { releaseId, documents });
      expect({ time, pages: jobs.map(({ pages }) => pages) }).toEqual({ time, pages: chosen });
    }
  });

  test('a refusal is the answer for good, too', async () => {
    const { owner, listing } = await atThePanel({ balance: '0.10' });
    const releaseId = randomUUID();
    const told = { code: 'credits.insufficient', message: 'The balance does not cover these documents.' };
    await expect(world.print(site, listing, { releaseId })).rejects.toMatchObject(told);
    await world.credits.grant({ owner, amount: pence(500), key: randomUUID(), reason: 'late' });
    await expect(world.print(site, listing, { releaseId })).rejects.toMatchObject(told);
    await expect(world.print(site, listing)).resolves.toBeDefined();
  });

  test('is all or nothing', async () => {
    const { owner } = await atThePanel({ balance: '0.20' });
    await world.aDocument(owner, { pages: 2 });
    const listing = await world.logIn(site, owner);
    await expect(world.print(site, listing)).rejects.toEqual(refused('credits.insufficient'));
    expect(await spendable(owner)).toEqual(pence(20));
    expect(await world.database.query('SELECT 1 FROM jobs WHERE owner_id = $1', [owner])).toEqual([]);
  });

  test('of nothing is refused', async () => {
    const { listing } = await atThePanel();
    await expect(world.print(site, listing, { documents: [] })).rejects.toEqual(refused('release.empty'));
  });

  test.each([
    ['the price', (id: string) => [`UPDATE price_lists SET mono_one_sided_minor = 6`, [] as string[], id]],
    ['the sides', (id: string) => [`UPDATE documents SET side = '2-Sided' WHERE id = $1`, [id], id]],
    ['the colour', (id: string) => [`UPDATE documents SET is_color = true WHERE id = $1`, [id], id]],
    [
      'its pages',
      (id: string) => [
        `INSERT INTO document_revisions
           (document_id, revision, state, media_type, page_count, pages, conversion_id, based_on, keep_pages)
         SELECT document_id, 2, state, media_type, page_count, pages, gen_random_uuid(), 1, '{1,2,3}'
         FROM document_revisions WHERE document_id = $1`,
        [id],
        id,
      ],
    ],
    [
      'its being there',
      (id: string) => [`UPDATE documents SET deleted_at = app_now() WHERE id = $1`, [id], id],
    ],
  ] as const)('with %s changed meanwhile is refused, and nothing is held', async (_what, change) => {
    const { owner, listing, documentId } = await atThePanel();
    const [sql, values] = change(documentId);
    await world.database.query(sql as string, values as string[]);
    await expect(world.print(site, listing)).rejects.toEqual(refused('quote.changed'));
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('with the sides changed in its very moment is refused, and nothing is held', async () => {
    const { owner, listing, documentId } = await atThePanel();
    const { pressed } = await world.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [documentId]);
      const pressed = Promise.allSettled([world.print(site, listing)]);
      await lockWaits(world.database, 1);
      await tx.query(`UPDATE documents SET side = '2-Sided' WHERE id = $1`, [documentId]);
      return { pressed };
    });
    expect(await pressed).toMatchObject([{ status: 'rejected', reason: { code: 'quote.changed' } }]);
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('of another person’s document is refused, and costs neither of them anything', async () => {
    const { owner, listing } = await atThePanel();
    const other = await world.aPerson('1.00');
    const documentId = await world.aDocument(other);
    const documents = listing.documents.map((document) => ({ ...document, documentId }));
    await expect(world.print(site, listing, { documents })).rejects.toEqual(refused('quote.changed'));
    expect([await spendable(owner), await spendable(other)]).toEqual([pence(100), pence(100)]);
  });

  test('of one document twice is refused', async () => {
    const { owner, listing } = await atThePanel();
    const documents = [...listing.documents, ...listing.documents];
    await expect(world.print(site, listing, { documents })).rejects.toEqual(refused('request.invalid'));
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('at a printer that takes no jobs is refused', async () => {
    const { listing } = await atThePanel();
    await world.database.query('UPDATE printers SET accepting = false WHERE id = $1', [
      site.printers['hall'],
    ]);
    await expect(world.print(site, listing)).rejects.toEqual(refused('printer.busy'));
  });

  test('50 at once with money for one hold once', async () => {
    const owner = await world.aPerson('0.15');
    await world.aDocument(owner);
    const places = await Promise.all(Array.from({ length: 50 }, () => world.aSite({ slugs: ['hall'] })));
    const listings = [];
    for (const place of places) listings.push({ place, listing: await world.logIn(place, owner) });
    const answers = await Promise.allSettled(
      listings.map(({ place, listing }) => world.print(place, listing)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toEqual(refused('credits.insufficient'));
    }
    expect(await spendable(owner)).toEqual(pence(0));
  });
});

describe('a running job', () => {
  const progress = (
    jobId: string,
    sequence: number,
    impressions: number,
    state: 'printing' | 'stalled' = 'printing',
  ) => world.jobs.progress(site.agent.id, { jobId, sequence, impressions, state });

  async function aJob() {
    const { owner, documentId, listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    return { owner, documentId, listing, jobId: jobs[0]!.jobId };
  }

  const endingOf = (jobId: string): Promise<unknown> =>
    world.database.query(
      `SELECT state, captured_minor::int AS captured, returned_minor::int AS returned FROM jobs WHERE id = $1`,
      [jobId],
    );

  test('sets money aside, which its owner is told with the file name', async () => {
    site = await world.aSite();
    const { userId, cookie } = await world.core.signedIn('reader@example.com');
    await world.credits.grant({ owner: userId, amount: pence(100), key: 'x', reason: 'x' });
    await world.aDocument(userId, { pages: 12 });
    const { jobs } = await world.print(site, await world.logIn(site, userId));
    const answer = await world.core.call('GET', '/my-wallets', { cookie });
    expect(await answer.json()).toEqual({
      wallets: [
        {
          available: { minor: 40, currency: 'GBP' },
          setAside: [{ jobId: jobs[0]!.jobId, fileName: 'essay.pdf', held: { minor: 60, currency: 'GBP' } }],
          refundable: { minor: 0, currency: 'GBP' },
          refundableOf: [],
        },
      ],
      underWay: [],
      refunds: [],
      topUps: 'open',
    });
  });

  test('counts up, never down and never beyond what was sent, later reports first', async () => {
    const { jobId } = await aJob();
    const seen = async () => {
      const { impressions, state } = await world.jobs.forAgent(site.agent.id, jobId);
      return { impressions, state };
    };
    await progress(jobId, 1, 1);
    await progress(jobId, 3, 2, 'stalled');
    expect(await seen()).toEqual({ impressions: 2, state: 'stalled' });
    await progress(jobId, 2, 3);
    await progress(jobId, 3, 3);
    expect(await seen()).toEqual({ impressions: 2, state: 'stalled' });
    await progress(jobId, 4, 1);
    expect(await seen()).toEqual({ impressions: 2, state: 'printing' });
    await progress(jobId, 5, 99);
    expect(await seen()).toEqual({ impressions: 3, state: 'printing' });
    expect(await settle(jobId, 'aborted', 0)).toMatchObject({ state: 'completed', captured: pence(15) });
  });

  test('settled twice is settled once, whatever the second call says', async () => {
    const { owner, jobId } = await aJob();
    const [first, ...others] = await Promise.all([
      settle(jobId, 'completed', 3),
      settle(jobId, 'completed', 3),
      settle(jobId, 'completed', 3),
    ]);
    for (const other of others) expect(other).toEqual(first);
    expect(await settle(jobId, 'aborted', 0)).toEqual(first);
    await progress(jobId, 9, 1);
    expect(await spendable(owner)).toEqual(pence(85));
  });

  test('of which the printer gave no count costs what was sent when completed, and waits when not', async () => {
    const { owner, jobId } = await aJob();
    const uncounted = { impressions: 0, counted: false };
    expect(
      await world.jobs.settle(site.agent.id, { jobId, outcome: 'completed', ...uncounted }),
    ).toMatchObject({ state: 'completed', impressions: 3, captured: pence(15) });
    expect(await spendable(owner)).toEqual(pence(85));
    const aborted = await aJob();
    expect(
      await world.jobs.settle(site.agent.id, { jobId: aborted.jobId, outcome: 'aborted', ...uncounted }),
    ).toMatchObject({ state: 'checking', captured: pence(0) });
    expect(await spendable(aborted.owner)).toEqual(pence(85));
  });

  test('whose last report has no count costs what was counted before', async () => {
    const { owner, jobId } = await aJob();
    await progress(jobId, 1, 2);
    const uncounted = { impressions: 0, counted: false };
    expect(
      await world.jobs.settle(site.agent.id, { jobId, outcome: 'completed', ...uncounted }),
    ).toMatchObject({ state: 'partial', impressions: 2, captured: pence(10), returned: pence(5) });
    expect(await spendable(owner)).toEqual(pence(90));
  });

  test('that never began costs nothing, and its document is not called printed', async () => {
    const { owner, documentId, jobId } = await aJob();
    expect(await settle(jobId, 'never-began', 0)).toMatchObject({ state: 'failed', returned: pence(15) });
    expect(await spendable(owner)).toEqual(pence(100));
    expect(await printedOf(documentId)).toEqual({ printed_at: null, open_jobs: 0 });
  });

  test('with an unknown end keeps its hold, and better news settles it', async () => {
    const { owner, jobId } = await aJob();
    expect(await settle(jobId, 'unknown', 1)).toMatchObject({ state: 'checking', captured: pence(0) });
    expect(await spendable(owner)).toEqual(pence(85));
    expect(await settle(jobId, 'unknown', 1)).toMatchObject({ state: 'checking' });
    expect(await settle(jobId, 'completed', 3)).toMatchObject({ state: 'completed', captured: pence(15) });
  });

  test('with an unknown end is on the list for staff, who can give it back once', async () => {
    const { owner, jobId } = await aJob();
    await settle(jobId, 'unknown', 1);
    const { jobs, openJobs } = world;
    expect((await openJobs.list()).find(({ id }) => id === jobId)).toMatchObject({
      state: 'checking',
      total: 3,
    });
    expect(await jobs.giveUp(jobId)).toBe(true);
    expect(await jobs.giveUp(jobId)).toBe(false);
    expect(await spendable(owner)).toEqual(pence(100));
    expect((await openJobs.list()).map(({ id }) => id)).not.toContain(jobId);
  });

  test('is given back within a day when nobody can say how it ended', async () => {
    const { owner, jobId } = await aJob();
    const forgotten = await aJob();
    await world.jobs.settle(site.agent.id, { jobId: forgotten.jobId, outcome: 'unknown', impressions: 2 });
    await shiftClock(world.database, '23 hours');
    await world.sweeper.sweep();
    expect(await spendable(forgotten.owner)).toEqual(pence(85));
    await shiftClock(world.database, '57 minutes');
    await world.sweeper.sweep();
    expect(await spendable(owner)).toEqual(pence(100));
    expect(await spendable(forgotten.owner)).toEqual(pence(100));
    await world.sweeper.sweep();
    expect(await world.jobs.forAgent(site.agent.id, forgotten.jobId)).toMatchObject({ state: 'failed' });
    expect(await endingOf(jobId)).toEqual([{ state: 'failed', captured: 0, returned: 15 }]);
    expect(await endingOf(forgotten.jobId)).toEqual([{ state: 'failed', captured: 0, returned: 15 }]);
  });

  test('can be deleted from the list meanwhile: it still prints and is paid for', async () => {
    const { listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    await world.database.query('UPDATE documents SET deleted_at = app_now() WHERE id = $1', [
      listing.documents[0]!.documentId,
    ]);
    expect(await settle(jobs[0]!.jobId, 'completed', 3)).toMatchObject({ captured: pence(15) });
  });
});

describe('the audit', () => {
  test('names a job that cost something else than the settlement table says', async () => {
    const { listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    const { jobId } = jobs[0]!;
    await settle(jobId, 'completed', 3);
    const count = (impressions: number) =>
      world.database.query('UPDATE jobs SET impressions = $2 WHERE id = $1', [jobId, impressions]);
    await count(2);
    expect(await world.breaches()).toEqual([
      { invariant: expect.stringContaining('M6'), finding: `job ${jobId} captured 15 instead of 10` },
    ]);
    await count(3);
    const tell = (captured: number) =>
      world.database.query(
        'UPDATE jobs SET captured_minor = $2::bigint, returned_minor = 15 - $2::bigint WHERE id = $1',
        [jobId, captured],
      );
    await tell(10);
    expect((await world.breaches()).map(({ invariant }) => invariant)).toEqual([
      expect.stringContaining('M6 every printed page'),
      expect.stringContaining('M6 a job and its hold'),
      expect.stringContaining('M9'),
    ]);
    await tell(15);
  });
});

describe('a box that was replaced', () => {
  test('leaves its printers free for the new one, and its open job is given back', async () => {
    const { owner, listing } = await atThePanel();
    await world.print(site, listing);
    await world.agents.revoke(site.agent.id);
    site = { ...site, agent: await world.anAgent(site.id) };
    await expect(world.logIn(site, await world.aPerson())).resolves.toBeDefined();
    await shiftClock(world.database, '23 hours 57 minutes');
    await world.sweeper.sweep();
    expect(await spendable(owner)).toEqual(pence(100));
  });
});

describe('an agent of another site', () => {
  test('sees nothing of this one', async () => {
    const { owner, listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    const { jobId } = jobs[0]!;
    const stranger = (await world.aSite()).agent.id;
    const { code } = await world.issue(await world.aPerson());
    const requestId = randomUUID();
    const attempts = [
      world.sessions.redeem(stranger, { requestId, printerId: site.printers['library']!, code }),
      world.sessions.touch(stranger, listing.panelSessionId),
      world.jobs.forAgent(stranger, jobId),
      world.jobs.progress(stranger, { jobId, sequence: 1, state: 'printing', impressions: 1 }),
      world.jobs.settle(stranger, { jobId, outcome: 'completed', impressions: 3 }),
      world.releases.release(stranger, {
        releaseId: jobs[0]!.releaseId,
        panelSessionId: listing.panelSessionId,
        documents: [],
      }),
    ];
    const answers = await Promise.allSettled(attempts);
    expect(
      answers.map((answer) => answer.status === 'rejected' && (answer.reason as { code: string }).code),
    ).toEqual([
      'printer.unknown',
      'panel-session.ended',
      'job.unknown',
      'job.unknown',
      'job.unknown',
      'job.unknown',
    ]);
    await world.sessions.end(stranger, listing.panelSessionId);
    await expect(world.sessions.touch(site.agent.id, listing.panelSessionId)).resolves.toMatchObject({
      ownerId: owner,
    });
    await expect(world.redeem(site, code, 'library')).resolves.toBeDefined();
  });
});
