import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import type { JobOutcome } from '@sixpence/contracts/agent/gateway';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { QuotesService } from '@sixpence/core/panels/quotes.service';
import { Refusal } from '@sixpence/contracts/refusals';
import { money } from '@sixpence/money/money';
import { shiftClock } from '../../support/builders/ledger.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let site: TestSite;

releaseForTests((given) => {
  world = given;
});

const refused = (code: string) => expect.objectContaining({ code });
const spendable = (owner: string) => world.credits.available(owner, 'GBP');
const settle = (jobId: string, outcome: JobOutcome, impressions: number) =>
  world.jobs.settleJob(site.agent.id, { jobId, outcome, impressions });

/** A user at a panel; `site` is set to its site. */
async function atThePanel(options?: { balance?: string; pages?: number }) {
  const at = await world.atThePanel(options);
  site = at.site;
  return at;
}

describe('the listing at a panel', () => {
  test('shows each document with its price at the printer, the balance, and the address for top-ups', async () => {
    const { owner, listing, documentId } = await atThePanel();
    expect(listing).toMatchObject({ processing: 0, available: pence(100), otherWallets: [] });
    expect(listing.documents).toEqual([
      expect.objectContaining({ documentId, pages: 3, side: '1-Sided', isColor: false, price: pence(15) }),
    ]);
    expect(listing.topUpUrl).toBe(`${world.core.config.PUBLIC_URL}/credits`);
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('names the first four page ranges of a rest, and of the printed pages', async () => {
    const { owner, listing } = await atThePanel({ pages: 10 });
    const documents = world.core.app.get(DocumentsService);
    const [ready] = await documents.readyDocuments(owner);
    const odd = { numbers: [1, 3, 5, 7, 9], leftOut: [2, 4, 6, 8, 10] };
    jest.spyOn(documents, 'readyDocuments').mockResolvedValueOnce([{ ...ready!, ...odd }]);
    const session = await world.sessions.touchSession(site.agent.id, listing.panelSessionId);
    const shown = await world.listings.listing(site.agent.id, session);
    const ranges = (pages: number[]) => pages.map((page) => [page, page]);
    expect(shown.documents[0]!.rest).toEqual({
      pages: ranges([1, 3, 5, 7]),
      printed: ranges([2, 4, 6, 8]),
    });
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
    'offers only the abilities that the printer reported, and its job uses them: $abilities',
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
      const listing = await world.logIn(site, owner);
      expect(listing.documents).toMatchObject([{ ...offered, price: pence(price) }]);
      const { jobs } = await world.print(site, listing);
      expect(jobs).toMatchObject([{ ...offered, held: pence(price) }]);
      expect(await world.jobs.forAgent(site.agent.id, jobs[0]!.jobId)).toMatchObject(offered);
    },
  );

  test('names the other wallet when the wallet of the site has too little', async () => {
    site = await world.aSite();
    const owner = await world.aPerson('5.00', 'EUR');
    await world.aDocument(owner);
    const listing = await world.logIn(site, owner);
    expect(listing).toMatchObject({ available: pence(0), otherWallets: [money(500, 'EUR')] });
    await expect(world.print(site, listing)).rejects.toEqual(refused('credits.insufficient'));
    // A balance equal to the price is enough.
    await world.credits.grant({ owner, amount: pence(15), key: owner, reason: 'a test' });
    expect(await world.logIn(site, owner)).toMatchObject({ available: pence(15), otherWallets: [] });
    // An empty wallet is not named.
    const euros = await world.aSite({ currency: 'EUR' });
    const other = await world.aPerson('0.15', 'EUR');
    await world.aDocument(other);
    const { jobs } = await world.print(euros, await world.logIn(euros, other));
    await world.jobs.settleJob(euros.agent.id, {
      jobId: jobs[0]!.jobId,
      outcome: 'completed',
      impressions: 3,
    });
    expect(await world.logIn(site, other)).toMatchObject({ available: pence(0), otherWallets: [] });
  });

  test('uses the price list of the day: a future list applies from its date', async () => {
    const { owner } = await atThePanel();
    const [clock]: { soon: Date; sooner: Date }[] = await world.database.query(
      `SELECT app_now() + interval '5 minutes' AS soon, app_now() + interval '4 minutes' AS sooner`,
    );
    const of = (minor: number) => ({ '1-Sided': pence(minor), '2-Sided': pence(minor) });
    await world.prices.set(site.id, { mono: of(7), color: of(30) }, clock!.soon);
    // A correction for the same date replaces the list.
    await world.prices.set(site.id, { mono: of(8), color: of(30) }, clock!.soon);
    // A list that is entered later for an earlier date applies until the date of the first.
    await world.prices.set(site.id, { mono: of(6), color: of(30) }, clock!.sooner);
    const priceNow = async () => (await world.logIn(site, owner)).documents.map(({ price }) => price.minor);
    expect(await priceNow()).toEqual([15]);
    await shiftClock(world.database, '5 minutes');
    expect(await priceNow()).toEqual([24]);
    const history = await world.prices.history(site.id);
    expect(history.map(({ mono }) => mono['1-Sided'].minor)).toEqual([8, 7, 6, 5]);
  });

  test('is refused without a price list, and the code stays valid', async () => {
    site = await world.aSite();
    await world.database.query('DELETE FROM price_lists WHERE site_id = $1', [site.id]);
    const { code } = await world.issue(await world.aPerson());
    await expect(world.redeem(site, code)).rejects.toEqual(refused('printer.unpriced'));
    await world.setPrices(site.id);
    await expect(world.redeem(site, code)).resolves.toBeDefined();
  });
});

describe('PRINT', () => {
  test('holds the price; a partial job captures the printed pages and returns the rest', async () => {
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
    expect(await world.printedOf(documentId)).toEqual({ printed_at: expect.any(Date), open_jobs: 0 });
  });

  test('captures the prices of the pages that were printed, not an average', async () => {
    site = await world.aSite();
    const owner = await world.aPerson('1.00');
    await world.aDocument(owner, { pages: 3, colorPages: [1], isColor: true });
    const { jobs } = await world.print(site, await world.logIn(site, owner));
    expect(await settle(jobs[0]!.jobId, 'canceled', 1)).toMatchObject({
      captured: pence(20),
      returned: pence(10),
    });
  });

  test('repeated with the same id returns the same jobs and holds once', async () => {
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

  test('prints documents in the chosen order, and a repeated request returns the same order', async () => {
    const { owner } = await atThePanel({ pages: 1 });
    await world.aDocument(owner, { pages: 2, side: '2-Sided' });
    await world.aDocument(owner, { pages: 3, isColor: true, colorPages: [3] });
    await world.aDocument(owner, { pages: 4, side: '2-Sided', isColor: true });
    // The answer does not contain the other wallet.
    await world.credits.grant({ owner, amount: money(9_900, 'EUR'), key: owner, reason: 'a test' });
    const listing = await world.logIn(site, owner);
    const chosen = [2, 4, 1, 3];
    const documents = chosen.map((pages) => listing.documents.find((document) => document.pages === pages)!);
    const releaseId = randomUUID();
    const first = await world.print(site, listing, { releaseId, documents });
    expect(first.jobs.map(({ pages }) => pages)).toEqual(chosen);
    expect(first.available).toEqual(pence(100 - 8 - 16 - 5 - 30));
    const again = await world.print(site, listing, { releaseId, documents });
    // Age and address of a document differ in each answer.
    const ofNow = { ageSeconds: expect.any(Number), documentPath: expect.any(String) };
    expect(again).toEqual({ ...first, jobs: first.jobs.map((job) => ({ ...job, ...ofNow })) });
  });

  test('repeated with the same id gets the same refusal again, although the balance now suffices', async () => {
    const { owner, listing } = await atThePanel({ balance: '0.10' });
    const releaseId = randomUUID();
    const refusal = { code: 'credits.insufficient', message: 'The balance does not cover these documents.' };
    await expect(world.print(site, listing, { releaseId })).rejects.toMatchObject(refusal);
    await world.credits.grant({ owner, amount: pence(500), key: randomUUID(), reason: 'late' });
    await expect(world.print(site, listing, { releaseId })).rejects.toMatchObject(refusal);
    await expect(world.print(site, listing)).resolves.toBeDefined();
  });

  /** Runs the change once, after the next press was priced and before it is placed. */
  function beforePlacing(change: () => Promise<unknown>) {
    const quotes = world.core.app.get(QuotesService);
    const agreed = quotes.agreedLines.bind(quotes);
    jest.spyOn(quotes, 'agreedLines').mockImplementationOnce(async (...asked) => {
      const lines = await agreed(...asked);
      await change();
      return lines;
    });
  }

  test('that fails without a refusal holds no money, and can be retried with the same id', async () => {
    const { owner, listing } = await atThePanel();
    const releaseId = randomUUID();
    beforePlacing(() => Promise.reject(new Error('the network is down')));
    await expect(world.print(site, listing, { releaseId })).rejects.toThrow('the network is down');
    expect(await spendable(owner)).toEqual(pence(100));
    expect((await world.print(site, listing, { releaseId })).jobs).toHaveLength(1);
  });

  test('gets the answer of the same request that has succeeded meanwhile, instead of a refusal', async () => {
    const { owner, listing } = await atThePanel();
    const releaseId = randomUUID();
    let first: Awaited<ReturnType<ReleaseWorld['print']>> | undefined;
    beforePlacing(async () => {
      first = await world.print(site, listing, { releaseId });
      throw new Refusal('quote.changed');
    });
    const second = await world.print(site, listing, { releaseId });
    expect(second.jobs.map(({ jobId }) => jobId)).toEqual(first?.jobs.map(({ jobId }) => jobId));
    expect(await spendable(owner)).toEqual(pence(85));
  });

  const newer = (state: string, isRest: boolean) =>
    `INSERT INTO document_revisions (document_id, revision, state, reason, media_type, based_on, keep_pages,
      is_rest)
     SELECT document_id, 2, '${state}', ${state === 'failed' ? "'timeout'" : 'NULL'}, media_type, 1, '{1}',
       ${isRest}
     FROM document_revisions WHERE document_id = $1`;

  test.each([
    ['the sides of its second document', `UPDATE documents SET side = '2-Sided' WHERE id = $1`],
    ['the colour of its second document', 'UPDATE documents SET is_color = true WHERE id = $1'],
    [
      'the owner of its second document',
      'UPDATE documents SET owner_id = (SELECT id FROM users u WHERE u.id <> owner_id LIMIT 1) WHERE id = $1',
    ],
    ['the deletion mark of its second document', 'UPDATE documents SET deleted_at = app_now() WHERE id = $1'],
    ['the expiry of its second document', 'UPDATE documents SET expires_at = app_now() WHERE id = $1'],
    ['the pages of its second document', newer('uploaded', false)],
    ['the rest of its second document', newer('failed', true)],
  ])('with %s changed after pricing is refused, and no money is held', async (_what, sql) => {
    const { owner, documentId } = await atThePanel();
    const second = await world.aDocument(owner, { pages: 1 });
    const listing = await world.logIn(site, owner);
    beforePlacing(() => world.database.query(sql, [second]));
    await expect(world.print(site, listing)).rejects.toEqual(refused('quote.changed'));
    expect(await spendable(owner)).toEqual(pence(100));
    expect(await world.printedOf(documentId)).toMatchObject({ open_jobs: 0 });
  });

  test('prints although another choice of pages failed after pricing', async () => {
    const { listing, documentId } = await atThePanel();
    beforePlacing(() => world.database.query(newer('failed', false), [documentId]));
    expect((await world.print(site, listing)).jobs).toMatchObject([{ pages: 3 }]);
  });

  test.each([
    ['ended', 'ended_at = app_now()'],
    ['was told to close', 'closing = true'],
  ])('in a session that %s after pricing is refused, and no money is held', async (_what, set) => {
    const { owner, listing } = await atThePanel();
    const { panelSessionId } = listing;
    beforePlacing(() =>
      world.database.query(`UPDATE panel_sessions SET ${set} WHERE id = $1`, [panelSessionId]),
    );
    await expect(world.print(site, listing)).rejects.toEqual(refused('panel-session.ended'));
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('restarts the idle time of its session, and so does the end of its job', async () => {
    const { owner, listing } = await atThePanel();
    const another = await world.logIn(await world.aSite(), owner);
    const idle = async () => {
      const rows: { id: string; seconds: number }[] = await world.database.query(
        `SELECT id, extract(epoch FROM app_now() - touched_at)::float8 AS seconds FROM panel_sessions
         WHERE id = ANY($1)`,
        [[listing.panelSessionId, another.panelSessionId]],
      );
      return Object.fromEntries(rows.map(({ id, seconds }) => [id, seconds]));
    };
    await shiftClock(world.database, '80 seconds');
    const { jobs } = await world.print(site, listing);
    expect((await idle())[listing.panelSessionId]).toBeLessThan(60);
    await shiftClock(world.database, '80 seconds');
    await settle(jobs[0]!.jobId, 'completed', 3);
    expect((await idle())[listing.panelSessionId]).toBeLessThan(60);
    expect((await idle())[another.panelSessionId]).toBeGreaterThanOrEqual(160);
  });

  test('without enough money for all documents prints none of them', async () => {
    const { owner } = await atThePanel({ balance: '0.20' });
    await world.aDocument(owner, { pages: 2 });
    const listing = await world.logIn(site, owner);
    await expect(world.print(site, listing)).rejects.toEqual(refused('credits.insufficient'));
    expect(await spendable(owner)).toEqual(pence(20));
    expect(await world.database.query('SELECT 1 FROM jobs WHERE owner_id = $1', [owner])).toEqual([]);
  });

  test('without documents is refused', async () => {
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
      'its deletion mark',
      (id: string) => [`UPDATE documents SET deleted_at = app_now() WHERE id = $1`, [id], id],
    ],
  ] as const)('with %s changed after the listing is refused, and no money is held', async (_what, change) => {
    const { owner, listing, documentId } = await atThePanel();
    const [sql, values] = change(documentId);
    await world.database.query(sql as string, values as string[]);
    await expect(world.print(site, listing)).rejects.toEqual(refused('quote.changed'));
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('with the sides changed at the moment of the press is refused, and no money is held', async () => {
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

  test('with another user’s document is refused, and neither user pays', async () => {
    const { owner, listing } = await atThePanel();
    const other = await world.aPerson('1.00');
    const documentId = await world.aDocument(other);
    const documents = listing.documents.map((document) => ({ ...document, documentId }));
    await expect(world.print(site, listing, { documents })).rejects.toEqual(refused('quote.changed'));
    expect([await spendable(owner), await spendable(other)]).toEqual([pence(100), pence(100)]);
  });

  test('with one document twice is refused', async () => {
    const { owner, listing } = await atThePanel();
    const documents = [...listing.documents, ...listing.documents];
    await expect(world.print(site, listing, { documents })).rejects.toEqual(refused('request.invalid'));
    expect(await spendable(owner)).toEqual(pence(100));
  });

  test('at a printer that accepts no jobs is refused', async () => {
    const { listing } = await atThePanel();
    await world.database.query('UPDATE printers SET accepting = false WHERE id = $1', [
      site.printers['hall'],
    ]);
    await expect(world.print(site, listing)).rejects.toEqual(refused('printer.busy'));
  });

  test('pressed 50 times at once with money for one holds once', async () => {
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
