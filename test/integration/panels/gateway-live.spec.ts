import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { liveNews } from '@sixpence/contracts/events/news';
import { Messaging } from '@sixpence/messaging/messaging';
import { money } from '@sixpence/money/money';
import { TestSocket } from '../../support/worlds/sockets.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { until } from '../../support/until.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let site: TestSite;

releaseForTests(async (given) => {
  world = given;
  site = await world.aSite();
});

function listen(cookie: string, origin: string | null = world.core.config.PUBLIC_URL) {
  const url = `${world.core.url.replace('http', 'ws')}/live`;
  const headers = { cookie, ...(origin !== null && { origin }) };
  return TestSocket.open(url, (text) => liveNews.parse(JSON.parse(text)), { headers });
}

async function aSignedInPerson() {
  const { userId, cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
  await world.credits.grant({ owner: userId, amount: pence(100), key: randomUUID(), reason: 'a test' });
  return { userId, cookie };
}

describe('live news', () => {
  test('begin with the balance and the jobs of the day, and then report each change', async () => {
    const { userId, cookie } = await aSignedInPerson();
    const documentId = await world.aDocument(userId);
    const socket = await listen(cookie);
    await socket.hears((news) => news.type === 'balance' && news.available.minor === 100);

    const { jobs } = await world.print(site, await world.logIn(site, userId));
    await socket.hears((news) => news.type === 'code-used' && news.printer === 'hall');
    await socket.hears((news) => news.type === 'job' && news.job.state === 'held');
    await socket.hears((news) => news.type === 'balance' && news.available.minor === 85);

    const { jobId } = jobs[0]!;
    await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'aborted', impressions: 2 });
    const last = await socket.hears((news) => news.type === 'job' && news.job.state === 'partial');
    expect(last).toMatchObject({
      job: {
        id: jobId,
        orderId: documentId,
        impressions: 2,
        total: 3,
        captured: pence(10),
        returned: pence(5),
      },
    });
    await socket.hears((news) => news.type === 'document' && news.document.printedAt !== undefined);

    const another = await listen(cookie);
    await another.hears((news) => news.type === 'job' && news.job.id === jobId);
    await Promise.all([socket.close(), another.close()]);
  });

  test('contain only the user’s own balance', async () => {
    const one = await aSignedInPerson();
    const other = await aSignedInPerson();
    const socket = await listen(other.cookie);
    await socket.hears((news) => news.type === 'balance');
    await world.credits.grant({ owner: one.userId, amount: pence(1), key: randomUUID(), reason: 'theirs' });
    await world.credits.grant({ owner: other.userId, amount: pence(2), key: randomUUID(), reason: 'mine' });
    await socket.hears((news) => news.type === 'balance' && news.available.minor === 102);
    expect(
      socket.heard.filter((news) => news.type === 'balance').map((news) => news.available.minor),
    ).not.toContain(101);
    await socket.close();
  });

  test('subscribe once per user, from the first socket to the last', async () => {
    const { userId, cookie } = await aSignedInPerson();
    const received = new Map<string, boolean>();
    const messaging = world.core.app.get(Messaging);
    const hear = messaging.hearNews.bind(messaging);
    const listening = jest.spyOn(messaging, 'hearNews').mockImplementation((whom, id, handler) => {
      const hearing = hear(whom, id, handler);
      received.set(id, true);
      const stop = () => {
        received.set(id, false);
        hearing.stop();
      };
      return { ready: hearing.ready, stop };
    });
    const [one, other] = [await listen(cookie), await listen(cookie)];
    await other.hears(({ type }) => type === 'balance');
    expect([...received]).toEqual([[userId, true]]);
    expect(listening).toHaveBeenCalledTimes(1);
    await one.close();
    await world.credits.grant({ owner: userId, amount: pence(1), key: randomUUID(), reason: 'a test' });
    await other.hears((news) => news.type === 'balance' && news.available.minor === 101);
    expect([...received]).toEqual([[userId, true]]);
    await other.close();
    await until(() => received.get(userId) === false);
  });

  test('begin again after an outage of NATS, so that no change is missed', async () => {
    const { userId, cookie } = await aSignedInPerson();
    const socket = await listen(cookie);
    await socket.hears((news) => news.type === 'balance');
    await world.core.nats.kill();
    await world.credits.grant({ owner: userId, amount: pence(1), key: randomUUID(), reason: 'a test' });
    await world.core.nats.restart();
    await socket.hears(({ type }) => type === 'missed');
    await socket.hears((news) => news.type === 'balance' && news.available.minor === 101);
    expect(socket.closeCode).toBeUndefined();
    await socket.close();
  });

  test('end when the user signs out', async () => {
    const { cookie } = await aSignedInPerson();
    const socket = await listen(cookie);
    await world.core.call('POST', '/logout-session', { cookie });
    expect(await socket.closes()).toBe(4401);
  });

  test.each([
    ['whose session has expired', 'UPDATE sessions SET expires_at = app_now() WHERE user_id = $1'],
    ['whose session was deleted', 'DELETE FROM sessions WHERE user_id = $1'],
    ['who was locked', 'UPDATE users SET locked_at = app_now() WHERE id = $1'],
  ])('end for a user %s, who cannot open them again', async (_what, change) => {
    const { userId, cookie } = await aSignedInPerson();
    const another = await aSignedInPerson();
    const [socket, other] = [await listen(cookie), await listen(another.cookie)];
    expect((await world.core.call('GET', '/footer-email', { cookie })).status).toBe(200);
    await world.database.query(change, [userId]);
    expect(await socket.closes()).toBe(4401);
    await expect(listen(cookie)).rejects.toThrow('401');
    expect((await world.core.call('GET', '/footer-email', { cookie })).status).toBe(401);
    expect(other.closeCode).toBeUndefined();
    await other.close();
  });

  test('are for signed-in users on our own pages only', async () => {
    const { cookie } = await aSignedInPerson();
    await expect(listen('')).rejects.toThrow('401');
    await expect(listen('sixpence=made-up')).rejects.toThrow('401');
    await expect(listen(cookie, null)).rejects.toThrow('403');
    await expect(listen(cookie, 'https://elsewhere.example')).rejects.toThrow('403');
  });

  test.each([
    ['a message', 1_024, 1008],
    ['a message of more than a kilobyte', 1_025, 1009],
  ])('end when the browser sends %s', async (_, byteLength, code) => {
    const { cookie } = await aSignedInPerson();
    const socket = await listen(cookie);
    socket.socket.send('x'.repeat(byteLength));
    expect(await socket.closes()).toBe(code);
  });
});

test('the balance call answers in major units, to signed-in users only [rows 211, 391]', async () => {
  const { cookie } = await aSignedInPerson();
  const ask = (body: unknown) => world.core.call('POST', '/user-account-balance', { cookie, body });
  expect(await (await ask({ currency: 'gbp' })).json()).toEqual({ balance: 1 });
  expect(await (await ask({ currency: 'EUR' })).json()).toEqual({ balance: 0 });
  expect((await ask({ currency: 'USD' })).status).toBe(400);
  expect((await world.core.call('POST', '/user-account-balance', { body: { currency: 'GBP' } })).status).toBe(
    401,
  );
});
