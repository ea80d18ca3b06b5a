import { describe, expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { shiftClock } from '../../support/builders/ledger.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { recordedNews } from '../../support/peers/recorded-news.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let site: TestSite;

releaseForTests((given) => {
  world = given;
});

const refused = (code: string) => expect.objectContaining({ code });
const complete = (jobId: string) =>
  world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', impressions: 3 });

/** A user at the hall’s panel with one document of three plain pages: 15p. */
async function atThePanel() {
  site = await world.aSite();
  const owner = await world.aPerson('1.00');
  const documentId = await world.aDocument(owner, { pages: 3 });
  return { owner, documentId, listing: await world.logIn(site, owner) };
}

describe('a panel session', () => {
  const touch = (id: string) => world.sessions.touchSession(site.agent.id, id);
  const ended = refused('panel-session.ended');

  test('ends 90 seconds after the last touch', async () => {
    const { listing } = await atThePanel();
    await shiftClock(world.database, '50 seconds');
    await touch(listing.panelSessionId);
    await shiftClock(world.database, '50 seconds');
    await touch(listing.panelSessionId);
    await shiftClock(world.database, '91 seconds');
    await expect(touch(listing.panelSessionId)).rejects.toEqual(ended);
    await expect(world.print(site, listing)).rejects.toEqual(ended);
  });

  test('does not become idle while a job runs; the idle time begins when the job ends', async () => {
    const { listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    await shiftClock(world.database, '3 minutes');
    await complete(jobs[0]!.jobId);
    await shiftClock(world.database, '50 seconds');
    await expect(touch(listing.panelSessionId)).resolves.toBeDefined();
  });

  test('ends after ten minutes, even while a job is open', async () => {
    const { listing } = await atThePanel();
    await world.print(site, listing);
    await shiftClock(world.database, '10 minutes');
    await expect(touch(listing.panelSessionId)).rejects.toEqual(ended);
  });

  test('ends when the next code is redeemed at the same printer', async () => {
    const { listing } = await atThePanel();
    await world.logIn(site, await world.aPerson());
    await expect(touch(listing.panelSessionId)).rejects.toEqual(ended);
  });

  test('with a running job refuses the next code as busy, and the code stays valid', async () => {
    const { listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    const { code } = await world.issue(await world.aPerson());
    await expect(world.redeem(site, code)).rejects.toEqual(refused('printer.busy'));
    await complete(jobs[0]!.jobId);
    await expect(world.redeem(site, code)).resolves.toBeDefined();
  });

  test('with a running job refuses a code before it is checked, so that the answer does not reveal whether the code is correct', async () => {
    const { listing } = await atThePanel();
    await world.print(site, listing);
    const owner = await world.aPerson();
    const { code } = await world.issue(owner);
    await world.database.transaction(async (tx) => {
      // A transaction that locks this row, even for a moment, waits here.
      await tx.query('SELECT 1 FROM print_codes WHERE owner_id = $1 FOR UPDATE', [owner]);
      await expect(world.redeem(site, code)).rejects.toEqual(refused('printer.busy'));
    });
  });

  test('refuses the next code when it is typed at the moment of PRINT', async () => {
    const { listing, documentId } = await atThePanel();
    const { code } = await world.issue(await world.aPerson());
    const { outcomes } = await world.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [documentId]);
      const pressed = world.print(site, listing);
      await lockWaits(world.database, 1);
      const typed = world.redeem(site, code);
      const outcomes = Promise.allSettled([pressed, typed]);
      await lockWaits(world.database, 2);
      return { outcomes };
    });
    const [pressed, typed] = await outcomes;
    expect(typed).toMatchObject({ status: 'rejected', reason: { code: 'printer.busy' } });
    if (pressed.status === 'rejected') throw pressed.reason;
    await complete(pressed.value.jobs[0]!.jobId);
    await expect(world.redeem(site, code)).resolves.toBeDefined();
  });

  test('ends when its user is locked out: PRINT is refused, and a job that already runs is settled', async () => {
    const { listing, owner } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    const { panelSessionId } = listing;
    const news = recordedNews(world.core.app);
    await world.lockOut(owner);
    await expect(world.print(site, listing)).rejects.toEqual(ended);
    await expect(touch(listing.panelSessionId)).rejects.toEqual(ended);
    expect(await world.sessions.openSessionsAt(site.agent.id)).not.toContainEqual(
      expect.objectContaining({ ownerId: owner }),
    );
    await world.sessions.endLapsedSessions();
    const ofSession = news.filter(
      ({ body }) => 'panelSessionId' in body && body.panelSessionId === panelSessionId,
    );
    expect(ofSession).toEqual([
      { kind: 'box.session-ended', body: { panelSessionId, agentId: site.agent.id } },
    ]);
    expect(await complete(jobs[0]!.jobId)).toMatchObject({ captured: pence(15) });
    expect(await world.credits.available(owner, 'GBP')).toEqual(pence(85));
  });

  test('is closed with all sessions of its user: at once when idle, otherwise after its job', async () => {
    const { owner, listing: printing } = await atThePanel();
    const { jobs } = await world.print(site, printing);
    const idle = [await world.logIn(site, owner, 'library'), await world.logIn(await world.aSite(), owner)];
    const other = await world.aSite();
    const another = await world.aPerson();
    await world.aDocument(another);
    const others = await world.logIn(other, another);
    const news = recordedNews(world.core.app);
    await world.database.transaction((tx) => world.sessions.closeSessionsOf(tx, owner));
    const ids = idle.map(({ panelSessionId }) => panelSessionId);
    const toldOf = news.flatMap(({ kind, body }) =>
      kind === 'box.session-ended' && 'panelSessionId' in body ? [body.panelSessionId] : [],
    );
    expect(toldOf.toSorted()).toEqual(ids.toSorted());
    const all = [...ids, printing.panelSessionId, others.panelSessionId];
    expect((await world.sessions.endedSessionsAmong(all)).toSorted()).toEqual(ids.toSorted());
    await expect(world.print(site, printing)).rejects.toEqual(ended);
    await touch(printing.panelSessionId);
    await complete(jobs[0]!.jobId);
    await expect(touch(printing.panelSessionId)).rejects.toEqual(ended);
    expect((await world.print(other, others)).jobs).toHaveLength(1);
  });

  test('lets its running job continue when its user ends the session', async () => {
    const { listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    await world.sessions.endSession(site.agent.id, listing.panelSessionId);
    await expect(touch(listing.panelSessionId)).rejects.toEqual(ended);
    expect(await complete(jobs[0]!.jobId)).toMatchObject({ captured: pence(15) });
  });
});
