import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import { liveNews, type LiveNews } from '@sixpence/contracts/events/news';
import { NewsService } from '@sixpence/core/platform/news/news.service';
import { PrintersUsableAgain } from '@sixpence/core/nearby/views/printers-usable-again.query';
import { money } from '@sixpence/money/money';
import { shiftClock } from '../../support/builders/ledger.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { TestSocket } from '../../support/worlds/sockets.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
});
afterAll(() => after.disposeAsync());

function listen(cookie: string) {
  const url = `${world.core.url.replace('http', 'ws')}/live`;
  const headers = { cookie, origin: world.core.config.PUBLIC_URL };
  return TestSocket.open(url, (text) => liveNews.parse(JSON.parse(text)), { headers });
}

/** Sends a report of the hall’s printer. */
async function report(site: TestSite, changes: Partial<PrinterReport> = {}): Promise<void> {
  await world.printers.report(site.agent.id, {
    ...{
      printerId: site.printers['hall']!,
      state: 'idle',
      reasons: [],
      accepting: true,
      color: true,
      duplex: true,
    },
    formats: ['application/pdf'],
    makeAndModel: 'Test',
    ...changes,
  });
}
const jam: Partial<PrinterReport> = { state: 'stopped', reasons: ['media-jam'] };

async function aPerson() {
  const { userId, cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
  const amount = money(1_000, 'GBP');
  await world.credits.grant({ owner: userId, amount, key: randomUUID(), reason: 'a test' });
  await world.aDocument(userId);
  return { userId, cookie };
}

/** A user who printed at this site. */
async function aUserOfSite(site: TestSite) {
  const person = await aPerson();
  const { jobs } = await world.print(site, await world.logIn(site, person.userId));
  const { jobId } = jobs[0]!;
  await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', impressions: 3 });
  return person;
}

const states = (heard: readonly LiveNews[]) =>
  heard.flatMap((news) => (news.type === 'printer' ? [news.printer.state] : []));
const printersBack = (heard: readonly LiveNews[]) =>
  heard.flatMap((news) => (news.type === 'printer-back' ? [news.printer] : []));

describe('a change of a printer', () => {
  test('is sent to users who printed at its site, and to no others', async () => {
    const [site, elsewhere] = [await world.aSite(), await world.aSite()];
    await Promise.all([report(site), report(elsewhere)]);
    const [regular, stranger] = [await aUserOfSite(site), await aUserOfSite(elsewhere)];
    const [hers, his] = [await listen(regular.cookie), await listen(stranger.cookie)];
    await Promise.all([hers, his].map((socket) => socket.hears(({ type }) => type === 'balance')));
    await report(site, jam);
    const news = await hers.hears(({ type }) => type === 'printer');
    expect(news).toEqual({
      type: 'printer',
      printer: {
        id: site.printers['hall'],
        name: 'hall',
        site: expect.any(String),
        state: 'stopped',
        reasons: ['media-jam'],
        online: false,
        color: true,
        duplex: true,
      },
    });
    await report(elsewhere, { state: 'processing' });
    await his.hears(({ type }) => type === 'printer');
    expect(states(his.heard)).toEqual(['processing']);
    await Promise.all([hers.close(), his.close()]);
  });

  test('is sent to a user who prints at its site for the first time while listening', async () => {
    const site = await world.aSite();
    await report(site);
    const { userId, cookie } = await aPerson();
    const socket = await listen(cookie);
    await socket.hears(({ type }) => type === 'balance');
    const { jobs } = await world.print(site, await world.logIn(site, userId));
    await socket.hears((news) => news.type === 'job');
    await until(async () => {
      await report(site, { state: 'processing' });
      await report(site);
      return states(socket.heard).length > 0;
    });
    const { jobId } = jobs[0]!;
    await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', impressions: 3 });
    await socket.close();
  });

  test('is sent at once, and then at most once a second with the latest state; a change that users cannot see is not sent', async () => {
    const site = await world.aSite();
    await report(site);
    const sentAt: number[] = [];
    const tell = jest
      .spyOn(world.core.app.get(NewsService), 'publishNow')
      .mockImplementation((kind, body) => {
        if (kind === 'site.printer' && 'printerId' in body && body.printerId === site.printers['hall'])
          sentAt.push(performance.now());
      });
    await report(site, { makeAndModel: 'Another' });
    expect(sentAt).toHaveLength(0);
    await until(async () => {
      await report(site, jam);
      await report(site);
      return sentAt.length >= 3;
    });
    tell.mockRestore();
    // Timers may fire a little early.
    for (const [index, at] of sentAt.entries())
      if (index > 0) expect(at - sentAt[index - 1]!).toBeGreaterThan(900);
  });
});

describe('news that a printer works again', () => {
  test.each([
    ['that stopped', jam],
    ['that reported a fault while busy', { ...jam, state: 'processing' as const }],
  ])(
    'a user who met a printer %s gets news when it works again, live and on the next visit, until they use it again',
    async (_, trouble) => {
      const site = await world.aSite();
      await report(site);
      const { userId, cookie } = await aUserOfSite(site);
      await report(site, trouble);
      await world.logIn(site, userId);
      const socket = await listen(cookie);
      await socket.hears(({ type }) => type === 'balance');
      await report(site);
      expect(await socket.hears(({ type }) => type === 'printer-back')).toMatchObject({
        printerId: site.printers['hall'],
        printer: 'hall',
        at: expect.any(String),
      });
      const later = await listen(cookie);
      await later.hears(({ type }) => type === 'printer-back');
      await world.logIn(site, userId);
      const there = await listen(cookie);
      await there.hears(({ type }) => type === 'balance');
      await report(site, { state: 'processing' });
      await there.hears(({ type }) => type === 'printer');
      expect(printersBack(there.heard)).toEqual([]);
      await Promise.all([socket, later, there].map((each) => each.close()));
    },
  );

  test('a user who has left the panel gets news of the printers that work again, the earliest first, but not of one that has trouble again', async () => {
    const usableAgain = world.core.app.get(PrintersUsableAgain);
    const [first, second] = [await world.aSite(), await world.aSite()];
    const { userId } = await aPerson();
    for (const site of [first, second]) {
      await report(site);
      const { panelSessionId } = await world.logIn(site, userId);
      await report(site, jam);
      await world.sessions.endSession(site.agent.id, panelSessionId);
      await report(site, { state: 'stopped', reasons: ['media-empty'] });
    }
    const back = async () => (await usableAgain.usableAgainFor([userId])).map(({ printerId }) => printerId);
    await report(second);
    await shiftClock(world.database, '1 second');
    await report(first);
    const [earlier, later] = [second.printers['hall'], first.printers['hall']];
    expect(await back()).toEqual([earlier, later]);
    expect(
      (await usableAgain.usableAgainFor([userId], first.printers['hall'])).map(({ printerId }) => printerId),
    ).toEqual([later]);
    // Another printer, at which the user never was, had trouble as well. Then the user goes to a third
    // printer.
    const unseen = { printerId: first.printers['library']! };
    for (const changes of [jam, {}]) await report(first, { ...changes, ...unseen });
    await world.logIn(second, userId, 'library');
    expect(await back()).toEqual([earlier, later]);
    await shiftClock(world.database, '1 second');
    await report(second, jam);
    expect(await back()).toEqual([later]);
    await shiftClock(world.database, '15 minutes');
    expect(await back()).toEqual([]);
  });

  test('a user who is still at the panel gets no news of a printer that has trouble again', async () => {
    const site = await world.aSite();
    await report(site);
    const { userId } = await aPerson();
    await world.logIn(site, userId);
    await report(site, jam);
    await shiftClock(world.database, '1 second');
    await report(site);
    const back = () => world.core.app.get(PrintersUsableAgain).usableAgainFor([userId]);
    expect(await back()).toHaveLength(1);
    await shiftClock(world.database, '1 second');
    await report(site, jam);
    expect(await back()).toEqual([]);
  });

  test('only users who met the trouble get news, and one query serves all listeners', async () => {
    const site = await world.aSite();
    await report(site);
    const people: Awaited<ReturnType<typeof aUserOfSite>>[] = [];
    while (people.length < 4) people.push(await aUserOfSite(site));
    await report(site, jam);
    await world.logIn(site, people[0]!.userId);
    const sockets = await Promise.all(people.flatMap(({ cookie }) => [listen(cookie), listen(cookie)]));
    await Promise.all(sockets.map((socket) => socket.hears(({ type }) => type === 'balance')));
    const queryCalls = jest.spyOn(world.core.app.get(PrintersUsableAgain), 'usableAgainFor');
    await report(site);
    await Promise.all(
      sockets.map((socket) =>
        socket.hears((news) => news.type === 'printer' && news.printer.state === 'idle'),
      ),
    );
    await Promise.all(
      sockets.slice(0, 2).map((socket) => socket.hears(({ type }) => type === 'printer-back')),
    );
    expect(queryCalls).toHaveBeenCalledTimes(1);
    for (const socket of sockets.slice(2)) expect(printersBack(socket.heard)).toEqual([]);
    await Promise.all(sockets.map((socket) => socket.close()));
  });

  test.each([
    [
      'had printed before the printer stopped',
      async (site: TestSite, userId: string) => {
        const { jobs } = await world.print(site, await world.logIn(site, userId));
        const { jobId } = jobs[0]!;
        await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', impressions: 3 });
        await report(site, jam);
      },
    ],
    [
      'was waiting at the printer for a job when the printer stopped',
      async (site: TestSite, userId: string) => {
        await world.print(site, await world.logIn(site, userId));
        await report(site, jam);
      },
    ],
    [
      'had left before the printer stopped',
      async (site: TestSite, userId: string) => {
        const { panelSessionId } = await world.logIn(site, userId);
        await world.sessions.endSession(site.agent.id, panelSessionId);
        await report(site, jam);
      },
    ],
    [
      'was at the printer more than a quarter of an hour before it worked again',
      async (site: TestSite, userId: string) => {
        await report(site, jam);
        await world.logIn(site, userId);
        await shiftClock(world.database, '16 minutes');
      },
    ],
  ])('a user who %s gets the printer’s new state, but no printer-back news', async (_, playVisit) => {
    const site = await world.aSite();
    await report(site);
    const { userId, cookie } = await aUserOfSite(site);
    await playVisit(site, userId);
    const socket = await listen(cookie);
    await socket.hears(({ type }) => type === 'balance');
    await report(site);
    await socket.hears((news) => news.type === 'printer' && news.printer.state === 'idle');
    await report(site, { state: 'processing' });
    await socket.hears((news) => news.type === 'printer' && news.printer.state === 'processing');
    expect(printersBack(socket.heard)).toEqual([]);
    await socket.close();
  });
});
