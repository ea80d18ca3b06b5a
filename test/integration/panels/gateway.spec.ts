import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { AgentAnswer } from '@sixpence/contracts/agent/gateway';
import { PanelNewsService } from '@sixpence/core/gateway/panel-news.service';
import { money } from '@sixpence/money/money';
import { CoreApp } from '../../support/core/core-app.js';
import { TestAgentSocket, TestSocket } from '../../support/worlds/sockets.js';
import { agreedTo, ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { until } from '../../support/until.js';

const pence = (minor: number) => money(minor, 'GBP');

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
let agent: TestAgentSocket;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
  agent = await TestAgentSocket.of(world.core.url, site.agent);
  after.defer(() => agent.wire.close());
});

afterEach(async () => {
  expect(await world.breaches()).toEqual([]);
});

afterAll(() => after.disposeAsync());

describe('an agent', () => {
  test('that signs the challenge is welcomed with its printers', async () => {
    const welcome = await agent.wire.hears((frame) => frame.type === 'welcome');
    expect(welcome).toMatchObject({
      stallSeconds: 600,
      idleSeconds: 60,
      publicUrl: world.core.config.PUBLIC_URL,
      printers: [
        { id: site.printers['hall'], slug: 'hall', counting: 'impressions' },
        { id: site.printers['library'], slug: 'library' },
      ],
    });
  });

  test('sends its version and contract number, which the list of agents shows', async () => {
    const otherSite = await world.aSite();
    const agentOfSite = async () =>
      (await world.agents.listAgents()).find(({ id }) => id === otherSite.agent.id);
    expect(await agentOfSite()).toMatchObject({ version: null, contract: null });
    for (const [hello, kept] of [
      [{ version: '0.1.0' }, 1],
      [{ version: '0.9.0', contract: 7 }, 7],
    ] as const) {
      const box = await TestAgentSocket.connect(world.core.url);
      await box.hello(otherSite.agent, hello);
      await box.wire.hears((frame) => frame.type === 'welcome');
      expect(await agentOfSite()).toMatchObject({ version: hello.version, contract: kept });
      await box.wire.close();
    }
  });

  test('that lost its journal gets its open jobs; jobs that it does not know become checking, and their printer is free', async () => {
    const otherSite = await world.aSite();
    const owner = await world.aPerson('1.00');
    await world.aDocument(owner);
    const press = async (slug: string) => {
      const { jobs } = await world.print(otherSite, await world.logIn(otherSite, owner, slug));
      const { jobId, releaseId } = jobs[0]!;
      return { jobId, releaseId };
    };
    const over = await press('library');
    await world.jobs.settleJob(otherSite.agent.id, {
      jobId: over.jobId,
      outcome: 'completed',
      impressions: 3,
    });
    const [{ jobId, releaseId }, second] = [await press('hall'), await press('library')];
    const box = await TestAgentSocket.of(world.core.url, otherSite.agent);
    after.defer(() => box.wire.close());
    const welcome = await box.wire.hears((frame) => frame.type === 'welcome');
    expect(welcome).toMatchObject({ openJobs: [{ jobId, releaseId }, second] });
    const logIn = async () => world.logIn(otherSite, await world.aPerson());
    await expect(logIn()).rejects.toMatchObject({ code: 'printer.busy' });

    const foreign = await agent.ask('unknown-jobs', { jobIds: [jobId] });
    expect(foreign).toMatchObject({ status: 'refused', code: 'job.unknown' });
    expect(await world.jobs.forAgent(otherSite.agent.id, jobId)).toMatchObject({ state: 'held' });

    const both = { jobIds: [second.jobId, jobId] };
    expect(await box.ask('unknown-jobs', both)).toEqual({ status: 'ok', body: {} });
    for (const id of both.jobIds) {
      expect(await world.jobs.forAgent(otherSite.agent.id, id)).toMatchObject({ state: 'checking' });
    }
    await logIn();
    const again = await TestAgentSocket.of(world.core.url, otherSite.agent);
    after.defer(() => again.wire.close());
    expect(await again.wire.hears((frame) => frame.type === 'welcome')).toMatchObject({
      openJobs: [{ jobId, releaseId }, second],
    });
    for (const id of both.jobIds) {
      await world.jobs.settleJob(otherSite.agent.id, { jobId: id, outcome: 'completed', impressions: 3 });
    }
  });

  test('is rejected without the key with which it enrolled', async () => {
    const other = await TestAgentSocket.connect(world.core.url);
    await other.hello({ id: site.agent.id, privateKey: generateKeyPairSync('ed25519').privateKey });
    expect(await other.wire.closes()).toBe(4401);
    const unknownBox = await TestAgentSocket.connect(world.core.url);
    await unknownBox.hello({ id: randomUUID(), privateKey: site.agent.privateKey });
    expect(await unknownBox.wire.closes()).toBe(4401);
  });

  test('that connects twice keeps the newer connection, and gets notices on it', async () => {
    const otherSite = await world.aSite();
    const first = await TestAgentSocket.of(world.core.url, otherSite.agent);
    const second = await TestAgentSocket.of(world.core.url, otherSite.agent);
    after.defer(() => second.wire.close());
    expect(await first.wire.closes()).toBe(4409);
    expect(await second.ask('redeemed', { requestId: randomUUID() })).toMatchObject({ code: 'code.wrong' });
    await world.printers.put({
      siteId: otherSite.id,
      slug: 'news',
      name: 'News',
      uri: 'ipp://localhost/news',
    });
    await second.wire.hears((frame) => frame.type === 'notice' && JSON.stringify(frame).includes('news'));
  });

  test('keeps its second connection when the first died during its hello', async () => {
    const otherSite = await world.aSite();
    const active = world.agents.activeAgent.bind(world.agents);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const slow = jest.spyOn(world.agents, 'activeAgent').mockImplementationOnce(async (id) => {
      await answered;
      return active(id);
    });
    const dead = await TestAgentSocket.connect(world.core.url);
    await dead.hello(otherSite.agent);
    await until(() => slow.mock.calls.length === 1);
    await dead.wire.close();
    const second = await TestAgentSocket.of(world.core.url, otherSite.agent);
    answer();
    slow.mockRestore();
    await world.printers.put({
      siteId: otherSite.id,
      slug: 'late',
      name: 'Late',
      uri: 'ipp://localhost/late',
    });
    await second.wire.hears((frame) => JSON.stringify(frame).includes('late'));
    expect(second.wire.closeCode).toBeUndefined();
    await second.wire.close();
  });

  test('that is revoked is disconnected and cannot reconnect', async () => {
    const otherSite = await world.aSite();
    const socket = await TestAgentSocket.of(world.core.url, otherSite.agent);
    expect(await world.agents.revoke(otherSite.agent.id)).toBe(true);
    expect(await socket.wire.closes()).toBe(4401);
    const again = await TestAgentSocket.connect(world.core.url);
    await again.hello(otherSite.agent);
    expect(await again.wire.closes()).toBe(4401);
  });

  test('gets added printers in a notice', async () => {
    const otherSite = await world.aSite();
    const socket = await TestAgentSocket.of(world.core.url, otherSite.agent);
    await world.printers.put({ siteId: otherSite.id, slug: 'new', name: 'New', uri: 'ipp://localhost/new' });
    const notice = await socket.wire.hears(
      (frame) =>
        frame.type === 'notice' &&
        frame.notice.name === 'printers' &&
        frame.notice.printers.some(({ slug }) => slug === 'new'),
    );
    expect(notice).toBeDefined();
    await socket.wire.close();
  });
});

describe('enrolment', () => {
  const enrol = (inviteCode: string, publicKey: string) =>
    world.core.call('POST', '/agent/enrol', { body: { inviteCode, publicKey } });
  const aKey = () =>
    generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

  test('works once per invite, and repeats its answer to the same key until the agent is revoked', async () => {
    const invite = await world.agents.invite(site.id);
    const key = aKey();
    const first = await enrol(invite, key);
    expect(first.status).toBe(200);
    const answer = (await first.json()) as { agentId: string };
    expect(answer).toEqual({ agentId: expect.any(String), site: expect.any(String) });
    expect(await world.agents.listAgents()).toContainEqual(
      expect.objectContaining({ id: answer.agentId, name: 'agent' }),
    );
    expect(await (await enrol(invite, key)).json()).toEqual(answer);
    expect((await enrol(invite, aKey())).status).toBe(403);
    expect((await enrol('wrong', aKey())).status).toBe(403);
    expect((await enrol(await world.agents.invite(site.id), 'not a key')).status).toBe(400);
    await world.agents.revoke(answer.agentId);
    expect((await enrol(invite, key)).status).toBe(403);
  });

  test('is refused a day after the invite, except to the box that already used it', async () => {
    const [unused, used] = [await world.agents.invite(site.id), await world.agents.invite(site.id)];
    const key = aKey();
    const answer: unknown = await (await enrol(used, key)).json();
    const shiftExpiry = (interval: string) =>
      world.database.query('UPDATE agent_invites SET expires_at = expires_at - $1::interval', [interval]);
    await shiftExpiry('24 hours');
    expect((await enrol(unused, aKey())).status).toBe(403);
    expect(await (await enrol(used, key)).json()).toEqual(answer);
    expect((await enrol(used, aKey())).status).toBe(403);
    await shiftExpiry('-1 minute');
    expect((await enrol(unused, aKey())).status).toBe(200);
  });
});

describe('a box that enrols', () => {
  test('takes over the printers of its site that no box or a revoked box drives, and core announces each printer', async () => {
    const [otherSite, thirdSite] = [await world.aSite(), await world.aSite()];
    const { agents, printers } = world;
    const attic = { siteId: otherSite.id, slug: 'attic', name: 'Attic', uri: 'ipp://localhost/attic' };
    const drives = async (agentId: string) =>
      (await printers.printersOfAgent(agentId)).map(({ slug }) => slug);
    expect(await agents.revoke(thirdSite.agent.id)).toBe(true);
    expect(await agents.revoke(thirdSite.agent.id)).toBe(false);
    await agents.revoke(otherSite.agent.id);
    // No box drives a printer that is added while the only box is revoked.
    expect(await printers.put({ ...attic, counting: 'sheets' })).toMatchObject({ agentId: null });

    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
    const key = publicKey.toString('base64');
    const { agentId } = await agents.enrol({ inviteCode: await agents.invite(otherSite.id), publicKey: key });
    expect(await drives(agentId)).toEqual(['attic', 'hall', 'library']);
    expect(await drives(thirdSite.agent.id)).toEqual(['hall', 'library']);
    const events: { printerId: string }[] = await world.database.query(
      `SELECT body->>'printerId' AS "printerId" FROM outbox
       WHERE subject = 'print.printer.changed' AND body->>'agentId' = $1`,
      [agentId],
    );
    const all = (await printers.listPrinters(otherSite.id)).map(({ id }) => id);
    expect(events.map(({ printerId }) => printerId).toSorted()).toEqual(all.toSorted());
    const revoked: unknown[] = await world.database.query(
      `SELECT 1 FROM outbox WHERE subject = 'print.agent.revoked' AND body->>'agentId' = $1`,
      [thirdSite.agent.id],
    );
    expect(revoked).toHaveLength(1);

    const second = await world.anAgent(otherSite.id);
    expect([await drives(second.id), await drives(agentId)]).toEqual([[], ['attic', 'hall', 'library']]);
    // A printer that is added again keeps its box and its kind of count; a new printer goes to the oldest
    // box.
    expect(await printers.put(attic)).toMatchObject({ agentId, counting: 'sheets' });
    const cellar = { ...attic, slug: 'cellar', name: 'A cellar' };
    expect(await printers.put(cellar)).toMatchObject({ agentId, counting: 'impressions' });
    expect(await drives(agentId)).toEqual(['attic', 'cellar', 'hall', 'library']);
    const listed = (await agents.listAgents()).filter(({ id }) =>
      [otherSite.agent.id, agentId, second.id].includes(id),
    );
    expect(listed.map(({ id }) => id)).toEqual([otherSite.agent.id, agentId, second.id]);
    const again = { inviteCode: await agents.invite(otherSite.id), publicKey: key };
    await expect(agents.enrol(again)).rejects.toMatchObject({ code: 'agent.invite' });
  });
});

describe('from a code to paid pages', () => {
  test('over the socket: redeem, release, progress, job, settle, list, and end of session', async () => {
    const owner = await world.aPerson('1.00');
    await world.aDocument(owner);
    const { code } = await world.issue(owner);
    const redeemed = await agent.redeem(code, site.printers['hall']!);
    if (redeemed.status !== 'ok') throw new Error(JSON.stringify(redeemed));
    const listing = redeemed.body as AgentAnswer<'redeem'>;
    const released = await agent.ask('release', {
      releaseId: randomUUID(),
      panelSessionId: listing.panelSessionId,
      documents: agreedTo(listing.documents),
    });
    if (released.status !== 'ok') throw new Error(JSON.stringify(released));
    const { jobs, available } = released.body as AgentAnswer<'release'>;
    expect(available).toEqual(pence(85));
    const { jobId } = jobs[0]!;
    expect(await agent.ask('progress', { jobId, sequence: 1, state: 'printing', impressions: 1 })).toEqual({
      status: 'ok',
      body: {},
    });
    expect(await agent.ask('job', { jobId })).toMatchObject({ body: { state: 'printing', impressions: 1 } });
    expect(
      await agent.ask('settle', { jobId, outcome: 'aborted', impressions: 2, reason: 'aborted-by-printer' }),
    ).toEqual({
      status: 'ok',
      body: {
        jobId,
        state: 'partial',
        impressions: 2,
        captured: pence(10),
        returned: pence(5),
        available: pence(90),
      },
    });
    expect(await agent.ask('list', { panelSessionId: listing.panelSessionId })).toMatchObject({
      body: { available: pence(90) },
    });
    expect(await agent.ask('end-session', { panelSessionId: listing.panelSessionId })).toMatchObject({
      status: 'ok',
    });
  });

  test('the box of a panel session gets notices that its listing changed and that it ended', async () => {
    const owner = await world.aPerson('1.00');
    const listing = await world.logIn(site, owner, 'library');
    await world.credits.grant({ owner, amount: pence(100), key: randomUUID(), reason: 'more' });
    const { panelSessionId } = listing;
    await agent.wire.hears(
      ({ type, ...frame }) =>
        type === 'notice' &&
        JSON.stringify(frame).includes('listing-changed') &&
        JSON.stringify(frame).includes(panelSessionId),
    );
    await world.logIn(site, await world.aPerson(), 'library');
    await agent.wire.hears(
      ({ type, ...frame }) =>
        type === 'notice' &&
        JSON.stringify(frame).includes('session-ended') &&
        JSON.stringify(frame).includes(panelSessionId),
    );
    const notices = agent.wire.heard.flatMap((frame) =>
      frame.type === 'notice' && JSON.stringify(frame).includes(panelSessionId) ? [frame.notice.name] : [],
    );
    expect(notices.at(0)).toBe('listing-changed');
    expect(notices.at(-1)).toBe('session-ended');
  });

  test('an open panel gets a notice to list again after its box or NATS reconnected', async () => {
    const otherSite = await world.aSite();
    const owner = await world.aPerson('1.00');
    const listing = await world.logIn(otherSite, owner, 'library');
    const box = await TestAgentSocket.of(world.core.url, otherSite.agent);
    const listsAgain = () =>
      box.wire.hears(({ type, ...frame }) => {
        const text = JSON.stringify(frame);
        return type === 'notice' && text.includes('listing-changed') && text.includes(listing.panelSessionId);
      });
    // Notices on connection may come before the listener works: wait for a later one.
    await box.wire.hears((frame) => frame.type === 'notice' && frame.notice.name === 'printers');
    await until(async () => {
      await world.credits.grant({ owner, amount: pence(1), key: randomUUID(), reason: 'more' });
      return JSON.stringify(box.wire.heard).includes('listing-changed');
    });
    await listsAgain();

    box.wire.heard.length = 0;
    await world.core.nats.kill();
    await world.core.nats.restart();
    await listsAgain();

    // A session ended by a process without NATS, such as the operator’s, is also announced.
    await world.database.query('UPDATE panel_sessions SET ended_at = app_now() WHERE id = $1', [
      listing.panelSessionId,
    ]);
    await world.core.app.get(PanelNewsService).closeEndedPanels();
    await box.wire.hears(
      (frame) =>
        frame.type === 'notice' &&
        frame.notice.name === 'session-ended' &&
        frame.notice.panelSessionId === listing.panelSessionId,
    );
    await box.wire.close();
  });

  test('an agent of another site is refused codes, sessions, jobs, and printers of this site', async () => {
    const owner = await world.aPerson();
    await world.aDocument(owner);
    const listing = await world.logIn(site, owner);
    const { jobs } = await world.print(site, listing);
    const { jobId } = jobs[0]!;
    const { code } = await world.issue(await world.aPerson());
    const stranger = await TestAgentSocket.of(world.core.url, (await world.aSite()).agent);
    const codeOf = async (answer: Promise<unknown>) => ((await answer) as { code?: string }).code;
    expect(await codeOf(stranger.redeem(code, site.printers['hall']!))).toBe('printer.unknown');
    expect(await codeOf(stranger.ask('list', listing))).toBe('panel-session.ended');
    expect(await codeOf(stranger.ask('job', { jobId }))).toBe('job.unknown');
    expect(await codeOf(stranger.ask('settle', { jobId, outcome: 'completed', impressions: 3 }))).toBe(
      'job.unknown',
    );
    expect(
      await codeOf(
        stranger.ask('printer', {
          printerId: site.printers['hall']!,
          state: 'idle',
          reasons: [],
          accepting: false,
          color: true,
          duplex: true,
          formats: [],
          makeAndModel: '',
        }),
      ),
    ).toBe('printer.unknown');
    await stranger.wire.close();
    await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'never-began', impressions: 0 });
  });
});

describe('sockets without a completed hello', () => {
  test('are limited per network and in total; at the limit the oldest is closed, so that a box can connect', async () => {
    await using core = await CoreApp.start({ TRUSTED_PROXIES: '127.0.0.1' });
    await using opened = new AsyncDisposableStack();
    const url = `${core.url.replace('http', 'ws')}/gateway`;
    const open = async (from: string) => {
      const socket = await TestSocket.open(url, String, { headers: { 'x-forwarded-for': from } });
      opened.defer(() => socket.close());
      return socket;
    };
    const first = await open('2001:db8:1:1::1');
    const oldest = await open('2001:db8:1:1::2');
    for (let count = 3; count <= 20; count += 1) await open(`2001:db8:1:1::${count}`);
    expect(first.closeCode).toBeUndefined();
    await open('2001:db8:1:1:ffff::1');
    expect(await first.closes()).toBe(1013);
    const other = await open('2001:db8:1:2::1');
    await other.close();
    const networks = Array.from({ length: 9 }, (_, network) => `2001:db8:2:${network}::1`);
    await Promise.all(networks.flatMap((from) => Array.from({ length: 20 }, () => open(from))));
    expect(oldest.closeCode).toBeUndefined();
    const box = await open('2001:db8:3:1::1');
    expect(await oldest.closes()).toBe(1013);
    await box.hears((frame) => frame.includes('challenge'));
    expect(box.closeCode).toBeUndefined();
  });
});

describe('frames outside the contract', () => {
  test.each<[string, string | Buffer]>([
    ['not JSON', 'hello?'],
    ['an unknown type', '{"type":"surprise"}'],
    ['a second hello', JSON.stringify({ type: 'hello', agentId: randomUUID(), signature: '', version: '' })],
    ['a binary frame', Buffer.from('{}')],
  ])('%s closes the socket', async (_what, frame) => {
    const socket = await TestAgentSocket.of(world.core.url, (await world.aSite()).agent);
    socket.wire.socket.send(frame);
    expect(await socket.wire.closes()).toBe(4400);
  });

  test('a request before hello closes the socket', async () => {
    const socket = await TestAgentSocket.connect(world.core.url);
    socket.send({ type: 'request', id: 1, name: 'job', body: { jobId: randomUUID() } });
    expect(await socket.wire.closes()).toBe(4400);
  });

  test('a frame of more than 64 KiB closes the socket', async () => {
    const socket = await TestAgentSocket.of(world.core.url, (await world.aSite()).agent);
    socket.send({ type: 'request', id: 1, name: 'job', body: 'x'.repeat(70_000) });
    expect(await socket.wire.closes()).toBe(1009);
  });

  test.each(['drop-tables', 'toString', '__proto__'])(
    'an unknown request (%s) is refused, and the socket stays open',
    async (name) => {
      expect(await agent.ask(name as 'job', { jobId: randomUUID() })).toMatchObject({
        status: 'refused',
        code: 'request.invalid',
      });
      expect(await agent.ask('job', { jobId: randomUUID() })).toMatchObject({ code: 'job.unknown' });
    },
  );

  test('a malformed request body is refused, and the socket stays open', async () => {
    expect(await agent.ask('job', { jobId: 'all of them' })).toMatchObject({ code: 'request.invalid' });
    expect(await agent.ask('job', { jobId: randomUUID() })).toMatchObject({ code: 'job.unknown' });
  });

  test('a socket on another path is refused', async () => {
    const url = world.core.url.replace('http', 'ws');
    await expect(TestSocket.open(`${url}/other`, String)).rejects.toThrow('404');
  });
});
