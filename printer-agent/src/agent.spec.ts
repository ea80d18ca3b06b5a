import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AgentJob, AgentPrinter, PanelListing, Settlement } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { Agent } from './agent.js';
import type { FakePrinter } from './ipp/testing/fake-printer.js';
import { aJob, aListing, aPrinter } from './testing/builders.js';
import { speakIpp } from './ipp/testing/ipp-face.js';
import { PanelPage } from './testing/panel-page.js';
import { ScriptedCore } from './testing/scripted-core.js';
import { ScriptedPrinter } from './ipp/testing/scripted-printer.js';
import { until } from './testing/wait.js';

const code = '471902';
let folder: string;
let core: ScriptedCore;
let printer: ScriptedPrinter;
let face: FakePrinter;
let hall: AgentPrinter;
let listing: PanelListing;
let agent: Agent;
let page: PanelPage;
let jobs: AgentJob[];
/** Whether somebody has given the digits that a panel shows, and for how long these are good. */
let isGiven: boolean;
let secondsLeft: number;
const logged: string[] = [];

function settled(job: AgentJob, impressions: number): Settlement {
  const captured = { minor: impressions * 5, currency: 'GBP' } as const;
  const returned = { minor: job.held.minor - captured.minor, currency: 'GBP' } as const;
  const state = impressions === job.pages ? 'completed' : 'partial';
  return {
    jobId: job.jobId,
    state,
    impressions,
    captured,
    returned,
    available: { minor: 985, currency: 'GBP' },
  };
}

async function startAgent(): Promise<void> {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const config = {
    CORE_URL: core.url,
    AGENT_DATA_DIR: join(folder, 'data'),
    AGENT_INVITE: 'invite',
    HOST: '127.0.0.1',
    AGENT_PORT: 0,
    ...{ AGENT_LAN_HOST: '', AGENT_LAN_PORT: 0, TLS_CERT_FILE: '', TLS_KEY_FILE: '' },
    PANEL_DIR: join(folder, 'panel'),
    LOG_LEVEL: 'trace',
  } as const;
  agent = await Agent.start(config, log, new AbortController().signal);
  const { port } = agent;
  await until(() => core.names().includes('printer'));
  page = await PanelPage.open(port, 'hall');
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-agent-'));
  mkdirSync(join(folder, 'panel'));
  writeFileSync(join(folder, 'panel/index.html'), '<title>the panel</title>');
  logged.length = 0;
  core = new ScriptedCore();
  printer = new ScriptedPrinter();
  printer.pages = 3;
  face = await speakIpp(printer);
  hall = aPrinter({ uri: face.uri });
  listing = aListing();
  jobs = [];
  isGiven = false;
  secondsLeft = 120;
  core.printers = [hall];
  core.script = {
    printer: () => ({ status: 'ok', body: {} }),
    progress: () => ({ status: 'ok', body: {} }),
    'end-session': () => ({ status: 'ok', body: {} }),
    redeem: (body) =>
      body.code === code
        ? { status: 'ok', body: listing }
        : { status: 'refused', code: 'code.wrong', message: 'wrong' },
    redeemed: () => ({ status: 'ok', body: listing }),
    pair: () =>
      isGiven
        ? { status: 'ok', body: { status: 'paired', listing } }
        : { status: 'ok', body: { status: 'waiting', code, secondsLeft } },
    'pair-device': ({ code: link }) =>
      link === 'link'
        ? { status: 'ok', body: {} }
        : { status: 'refused', code: 'panel-link.wrong', message: 'wrong' },
    unpair: () => ({ status: 'ok', body: {} }),
    list: () => ({ status: 'ok', body: listing }),
    release: (question) => {
      jobs = jobs.length > 0 ? jobs : [aJob({ printerId: hall.id, question })];
      return { status: 'ok', body: { jobs, available: { minor: 985, currency: 'GBP' } } };
    },
    job: ({ jobId }) => ({ status: 'ok', body: jobs.find((job) => job.jobId === jobId)! }),
    settle: ({ impressions }) => ({ status: 'ok', body: settled(jobs[0]!, impressions) }),
  };
  await core.start();
  await startAgent();
});

afterEach(async () => {
  page.close();
  await agent.stop();
  await core.stop();
  await face.stop();
  rmSync(folder, { recursive: true });
});

async function logIn(): Promise<void> {
  await page.shows('attract', (view) => view.printer.online);
  page.press({ action: 'begin' });
  await page.shows('keypad');
  page.press({ action: 'login', code });
  await page.shows('documents');
}

/** Pink button, *Scan instead*. @returns the request that the digits are shown for */
async function scan(): Promise<string> {
  await page.shows('attract', (view) => view.printer.online);
  page.press({ action: 'begin' });
  await page.shows('keypad');
  page.press({ action: 'scan' });
  await page.shows('pairing', (view) => view.code !== undefined);
  return pairedRequests().at(-1)!;
}

const pairedRequests = () =>
  core.asked.flatMap(({ name, body }) => (name === 'pair' ? (body as { requestId: string }).requestId : []));
const paired = (requestId: string) => {
  core.send({ type: 'notice', notice: { name: 'paired', printerId: hall.id, requestId } });
};

const documentIds = () => listing.documents.map((document) => document.documentId);

describe('the agent, from the pink button to what was paid', () => {
  test('prints what was picked and says what it cost', async () => {
    await logIn();
    page.press({ action: 'print', documentIds: documentIds() });
    const done = await page.shows('done');
    expect(done).toMatchObject({
      jobs: [{ fileName: 'thesis.pdf', state: 'completed', impressions: 3 }],
      captured: { minor: 15 },
      returned: { minor: 0 },
      available: { minor: 985 },
    });
    expect(printer.printed).toEqual([jobs[0]?.jobId]);
    expect(core.asked.find(({ name }) => name === 'release')?.body).toMatchObject({
      panelSessionId: listing.panelSessionId,
      documents: [{ documentId: listing.documents[0]?.documentId, quotedMinor: 15 }],
    });
    page.press({ action: 'more' });
    await page.shows('documents');
    page.press({ action: 'home' });
    await page.shows('attract');
    await until(() => core.names().includes('end-session'));
  });

  test('asks core for the copies that were chosen, and shows each by its number', async () => {
    core.script.release = (question) => {
      jobs = [1, 2, 3].map((number) => aJob({ printerId: hall.id, question }, { copy: { number, of: 3 } }));
      return { status: 'ok', body: { jobs, available: { minor: 955, currency: 'GBP' } } };
    };
    core.script.settle = ({ jobId, impressions }) => ({
      status: 'ok',
      body: settled(
        jobs.find((job) => job.jobId === jobId)!,
        impressions,
      ),
    });
    await logIn();
    const [id = ''] = documentIds();
    page.press({ action: 'print', documentIds: [id], copies: { [id]: 3 } });
    const done = await page.shows('done');
    expect(core.asked.find(({ name }) => name === 'release')?.body).toMatchObject({
      documents: [{ documentId: id, quotedMinor: 15, copies: 3 }],
    });
    expect(done.jobs.map(({ copy, state }) => [copy?.number, state])).toEqual([
      [1, 'completed'],
      [2, 'completed'],
      [3, 'completed'],
    ]);
    expect(printer.printed).toEqual(jobs.map(({ jobId }) => jobId));
  });

  test('what somebody says is wrong is shown at once, and told until core has answered, over a restart too', async () => {
    core.script['print-report'] = () => 'silence';
    const told = () => core.asked.filter(({ name }) => name === 'print-report').map(({ body }) => body);
    await logIn();
    page.press({ action: 'print', documentIds: documentIds() });
    const { jobId } = (await page.shows('done')).jobs[0]!;
    page.press({ action: 'report', jobId: randomUUID(), fault: 'faint' });
    page.press({ action: 'report', jobId, fault: 'faint' });
    page.press({ action: 'report', jobId, fault: 'faint' });
    await page.shows('done', (view) => view.jobs[0]?.reported === 'faint');
    await until(() => told().length > 0);
    const [report] = told();
    expect(report).toEqual({ reportId: expect.any(String), jobId, fault: 'faint' });
    page.close();
    await agent.stop();
    core.asked.length = 0;
    core.script['print-report'] = () => ({ status: 'ok', body: {} });
    await startAgent();
    await until(() => told().length > 0);
    expect(told()).toEqual([report]);
    page.close();
    await agent.stop();
    core.asked.length = 0;
    await startAgent();
    expect(told()).toEqual([]);
  });

  test.each([
    ['has ended by Home', true],
    ['was ended by core', false],
  ])('Print more leads to the keypad when the session %s', async (_, byHome) => {
    printer.stuckAt = 2;
    await logIn();
    page.press({ action: 'print', documentIds: documentIds() });
    await page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    if (byHome) page.press({ action: 'home' });
    else core.script.list = () => ({ status: 'refused', code: 'panel-session.ended', message: 'ended' });
    printer.stuckAt = undefined;
    await page.shows('done');
    page.press({ action: 'more' });
    expect((await page.shows('keypad')).refused).toEqual({ code: 'panel-session.ended' });
  });

  test('a wrong code is said on the keypad; what is no code is not even asked', async () => {
    await page.shows('attract', (view) => view.printer.online);
    page.press({ action: 'begin' });
    page.press({ action: 'login', code: '12345' });
    await page.shows('keypad', (view) => view.refused?.code === 'code.malformed');
    page.press({ action: 'login', code: '111 111' });
    await page.shows('keypad', (view) => view.refused?.code === 'code.wrong');
    expect(core.names().filter((name) => name === 'redeem')).toHaveLength(1);
  });

  test('a refused PRINT lists again and keeps the documents', async () => {
    core.script.release = () => ({ status: 'refused', code: 'quote.changed', message: 'changed' });
    await logIn();
    page.press({ action: 'print', documentIds: documentIds() });
    await page.shows('documents', (view) => view.refused?.code === 'quote.changed' && !view.releasing);
    await until(() => core.names().includes('list'));
  });

  test('a killed agent comes back to the printing, finishes it once, and knows the file by asking', async () => {
    printer.stuckAt = 2;
    await logIn();
    page.press({ action: 'print', documentIds: documentIds() });
    await page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    page.close();
    await agent.stop();
    core.asked.length = 0;
    await startAgent();
    await page.shows('printing', (view) => view.jobs[0]?.fileName === 'thesis.pdf');
    printer.stuckAt = undefined;
    const done = await page.shows('done');
    expect(done.jobs).toMatchObject([{ state: 'completed', impressions: 3 }]);
    expect(printer.printed).toHaveLength(1);
    expect(core.names()).toContain('redeemed');
    expect(core.enrolments).toBe(1);
  });

  test('a killed agent comes back to the documents of the person in front of it', async () => {
    await logIn();
    page.close();
    await agent.stop();
    core.asked.length = 0;
    await startAgent();
    const { documents } = await page.shows('documents', (view) => view.documents.length > 0);
    expect(documents).toEqual(listing.documents);
  });

  test('without core the panel says so, and nothing is held', async () => {
    await logIn();
    await core.stop();
    await page.shows('documents', (view) => !view.printer.online);
    page.press({ action: 'print', documentIds: documentIds() });
    await page.shows('documents', (view) => view.refused?.code === 'service.unavailable');
    expect(core.names()).not.toContain('release');
    await core.start();
  });

  test('two pages of one printer show the same', async () => {
    const other = await PanelPage.open(agent.port, 'hall');
    await logIn();
    const [here, there] = [await page.shows('documents'), await other.shows('documents')];
    expect(there.documents).toEqual(here.documents);
    other.close();
  });

  test('a code, a file name, or an address of a document is found neither in the log nor in the folder', async () => {
    await logIn();
    page.press({ action: 'print', documentIds: documentIds() });
    await page.shows('done');
    const kept = readdirSync(join(folder, 'data')).map((name) =>
      readFileSync(join(folder, 'data', name), 'latin1'),
    );
    for (const text of [...kept, ...logged]) {
      expect(text).not.toContain(code);
      expect(text).not.toContain('thesis');
      expect(text).not.toContain('token=');
    }
  });
});

describe('a small picture of a first page', () => {
  const jpeg = Buffer.from('the first page of thesis.pdf');
  const path = '/agent/pictures/thesis?token=signed';
  const see = (name: string, cookie = '', slug = 'hall') =>
    fetch(`http://localhost:${agent.port}/panel/${slug}/pictures/${name}`, { headers: { cookie } });

  async function shown(): Promise<{ name: string; cookie: string }> {
    core.pictures.set(path, jpeg);
    listing.documents[0]!.picturePath = path;
    const cookie = await PanelPage.pair(agent.port, 'hall');
    await logIn();
    const { documents } = await page.shows('documents', (view) => view.documents[0]?.picture !== undefined);
    return { name: documents[0]!.picture!, cookie };
  }

  test('is seen by the devices of this panel, which keep nothing of it', async () => {
    const { name, cookie } = await shown();
    const answer = await see(name, cookie);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg);
  });

  test('is seen by no other device, by no other panel, and under no other name', async () => {
    const attic = aPrinter({ slug: 'attic', name: 'Attic', uri: face.uri });
    core.send({ type: 'notice', notice: { name: 'printers', printers: [hall, attic] } });
    const { name, cookie } = await shown();
    const stranger = await PanelPage.pair(agent.port, 'attic');
    const answers = await Promise.all([
      see(name),
      see(name, stranger),
      see(name, stranger, 'attic'),
      see(name, cookie, 'attic'),
      see(randomUUID(), cookie),
      see('thesis.pdf', cookie),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  test.each([
    ['Home', () => page.press({ action: 'home' })],
    [
      'core',
      () => {
        const { panelSessionId } = listing;
        core.send({ type: 'notice', notice: { name: 'session-ended', panelSessionId } });
      },
    ],
  ])('is gone with the session, ended by %s, and has another name in the next one', async (_, end) => {
    const { name, cookie } = await shown();
    end();
    await page.shows('attract');
    expect((await see(name, cookie)).status).toBe(404);
    listing = { ...listing, panelSessionId: randomUUID() };
    const again = await shown();
    expect(again.name).not.toBe(name);
    expect([(await see(name, cookie)).status, (await see(again.name, cookie)).status]).toEqual([404, 200]);
  });

  test('is neither on the disk of the box, nor does its address at core get to a page', async () => {
    await shown();
    page.press({ action: 'print', documentIds: documentIds() });
    await page.shows('done');
    const kept = readdirSync(join(folder, 'data')).map((file) =>
      readFileSync(join(folder, 'data', file), 'latin1'),
    );
    for (const text of [...kept, ...logged, JSON.stringify(page.views)]) {
      expect(text).not.toContain(jpeg.toString());
      expect(text).not.toContain('token=signed');
    }
  });

  test.each([
    ['that core does not have', '/agent/pictures/none'],
    ['outside core', 'http://127.0.0.1:9/agent/pictures/thesis'],
  ])('%s is left out, and the list is there all the same', async (_, elsewhere) => {
    listing.documents[0]!.picturePath = elsewhere;
    await logIn();
    expect((await page.shows('documents')).documents).toMatchObject([{ fileName: 'thesis.pdf' }]);
    await until(() => logged.some((line) => line.includes('A picture of a first page did not come')));
    expect(page.views.some((view) => view.screen === 'documents' && view.documents[0]?.picture)).toBe(false);
  });
});

describe("the box's web server", () => {
  const ask = (path: string, host = `localhost:${agent.port}`, cookie = '') =>
    fetch(`http://127.0.0.1:${agent.port}${path}`, { headers: { host, cookie } });

  test('tells its health', async () => {
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok', online: true });
  });

  test('lists the printers and serves their panels', async () => {
    expect(await (await ask('/')).text()).toContain('<a href="/panel/hall">Hall printer</a>');
    const cookie = await PanelPage.pair(agent.port, 'hall');
    expect(await (await ask('/panel/hall', undefined, cookie)).text()).toContain('the panel');
    expect(await (await ask('/panel-app/index.html')).text()).toContain('the panel');
    expect((await ask('/panel/attic')).status).toBe(404);
    expect((await ask('/panel-app/../data/agent-key.pem')).status).toBe(404);
  });

  test('closes a page that says what is not of the contract', async () => {
    page.press('{"action":"format-disk"}');
    await until(() => !page.isOpen);
  });

  test.each([
    ['a foreign page', { origin: 'http://example.com' }],
    [
      'a foreign name for this machine',
      { host: 'printers.example.com', origin: 'http://printers.example.com' },
    ],
  ])('opens no socket for %s', async (_, headers) => {
    await expect(PanelPage.open(agent.port, 'hall', headers)).rejects.toThrow('403');
  });
});

describe('a browser that nobody has paired', () => {
  const visit = async (path: string, cookie = '') => {
    const answer = await fetch(`http://localhost:${agent.port}${path}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    return { status: answer.status, text: await answer.text() };
  };
  const socket = (slug: string, cookie: string) => PanelPage.open(agent.port, slug, { cookie });

  test('is told to ask the staff: it gets no keypad, no socket, and no name of a file', async () => {
    await logIn();
    const { status, text } = await visit('/panel/hall');
    expect(status).toBe(403);
    expect(text).toContain('Please ask the staff.');
    expect(text).not.toContain('the panel</title>');
    expect(text).not.toContain('thesis');
    for (const cookie of ['', 'sixpence-panel=', `sixpence-panel=${'a'.repeat(43)}`]) {
      await expect(socket('hall', cookie)).rejects.toThrow('401');
    }
  });

  test.each(['wrong', '', 'a'.repeat(101), 'a%00b', '<script>', 'link&pair=link'])(
    'is not paired by the link %j',
    async (link) => {
      const { status, text } = await visit(`/panel/hall?pair=${link}`);
      expect([status, text.includes('Please ask the staff.')]).toEqual([403, true]);
      expect(await PanelPage.pair(agent.port, 'hall', link)).toBe('');
    },
  );

  test('is led on by a good link, without its code, and stays paired when the box was killed', async () => {
    const answer = await fetch(`http://localhost:${agent.port}/panel/hall?pair=link`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/panel/hall']);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^sixpence-panel=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
    page.close();
    await agent.stop();
    const asked = core.names().filter((name) => name === 'pair-device').length;
    await startAgent();
    expect((await visit('/panel/hall', cookie)).text).toContain('the panel');
    const again = await socket('hall', cookie);
    await again.shows('attract');
    again.close();
    // Only the page that the test itself opens has asked core.
    expect(core.names().filter((name) => name === 'pair-device')).toHaveLength(asked + 1);
    const journal = readFileSync(join(folder, 'data/journal.db')).toString('latin1');
    expect(journal).not.toContain(cookie.split('=')[1]);
  });

  test('is heard no more once its pairing has ended, though it does not leave', async () => {
    const lost = await socket('hall', await PanelPage.pair(agent.port, 'hall'));
    lost.deafen();
    core.script['pair-device'] = () => ({ status: 'ok', body: { pairingRound: 1 } });
    core.printers = [{ ...hall, pairingRound: 1 }];
    core.send({ type: 'notice', notice: { name: 'printers', printers: core.printers } });
    await until(() => !page.isOpen);
    const kept = await socket('hall', await PanelPage.pair(agent.port, 'hall'));
    lost.press({ action: 'begin' });
    for (let asked = 0; asked < 5; asked += 1) await visit('/healthz');
    expect(kept.views.map(({ screen }) => screen)).not.toContain('keypad');
    kept.press({ action: 'begin' });
    await kept.shows('keypad');
    lost.close();
    kept.close();
  });

  test('is led on by its own link once more, which pairs nobody else any more', async () => {
    const cookie = await PanelPage.pair(agent.port, 'hall');
    core.script['pair-device'] = () => ({ status: 'refused', code: 'panel-link.wrong', message: 'used' });
    const open = (headers: Record<string, string>) =>
      fetch(`http://localhost:${agent.port}/panel/hall?pair=link`, { headers, redirect: 'manual' });
    const again = await open({ cookie });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/panel/hall']);
    expect((await open({})).status).toBe(403);
  });

  test('loses its panel at once when staff end all pairings, over a restart too, and has it back by a new link', async () => {
    const cookie = await PanelPage.pair(agent.port, 'hall');
    const shown = await socket('hall', cookie);
    core.printers = [{ ...hall, pairingRound: 1 }];
    core.send({ type: 'notice', notice: { name: 'printers', printers: core.printers } });
    await until(() => !shown.isOpen);
    await expect(socket('hall', cookie)).rejects.toThrow('401');
    page.close();
    await agent.stop();
    core.script['pair-device'] = () => ({ status: 'ok', body: { pairingRound: 1 } });
    await startAgent();
    expect((await visit('/panel/hall', cookie)).status).toBe(403);
    const again = await fetch(`http://localhost:${agent.port}/panel/hall?pair=link`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect(again.headers.get('set-cookie')).toContain(cookie);
    expect((await visit('/panel/hall', cookie)).status).toBe(200);
  });

  test('is paired with one panel, and with another one by a link of its own and the same cookie', async () => {
    const attic = aPrinter({ slug: 'attic', name: 'Attic', uri: face.uri });
    core.printers = [hall, attic];
    core.send({ type: 'notice', notice: { name: 'printers', printers: core.printers } });
    const cookie = await PanelPage.pair(agent.port, 'hall');
    await until(() => core.asked.some(({ body }) => (body as { printerId?: string }).printerId === attic.id));
    expect((await visit('/panel/attic', cookie)).status).toBe(403);
    await expect(socket('attic', cookie)).rejects.toThrow('401');
    const answer = await fetch(`http://localhost:${agent.port}/panel/attic?pair=link`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect(answer.headers.get('set-cookie')).toContain(cookie);
    for (const slug of ['hall', 'attic']) expect((await visit(`/panel/${slug}`, cookie)).status).toBe(200);
  });
});

describe('Scan instead', () => {
  test('shows digits and an address to scan, and the list as soon as somebody has given them', async () => {
    const requestId = await scan();
    expect(await page.shows('pairing')).toMatchObject({
      code: { digits: code, url: `http://localhost:3000/qrlogin#${code}` },
    });
    isGiven = true;
    paired(requestId);
    expect(await page.shows('documents')).toMatchObject({ documents: listing.documents });
    expect(new Set(pairedRequests())).toEqual(new Set([requestId]));
  });

  test('nobody asks for digits before somebody touches it', async () => {
    await page.shows('attract', (view) => view.printer.online);
    page.press({ action: 'begin' });
    await page.shows('keypad');
    expect(pairedRequests()).toEqual([]);
  });

  test.each([
    ['Home', { action: 'home' }, 'attract'],
    ['Type a code instead', { action: 'begin' }, 'keypad'],
  ] as const)('%s ends the digits, and what they open after all', async (_, action, screen) => {
    const requestId = await scan();
    page.press(action);
    await page.shows(screen);
    const unpaired = () => core.asked.filter(({ name }) => name === 'unpair').map(({ body }) => body);
    await until(() => unpaired().length === 1);
    paired(requestId);
    await until(() => unpaired().length === 2);
    expect(unpaired()).toEqual([{ requestId }, { requestId }]);
    expect(page.views.at(-1)?.screen).toBe(screen);
  });

  test('core’s word to another printer, or about an earlier request, changes nothing here', async () => {
    await scan();
    isGiven = true;
    const elsewhere = { printerId: randomUUID(), requestId: pairedRequests().at(-1)! };
    core.send({ type: 'notice', notice: { name: 'paired', ...elsewhere } });
    paired(randomUUID());
    await until(() => core.names().includes('unpair'));
    expect(page.views.at(-1)?.screen).toBe('pairing');
  });

  test('a box that was killed shows the same digits again, by the same request', async () => {
    const requestId = await scan();
    page.close();
    await agent.stop();
    await startAgent();
    expect(await page.shows('pairing', (view) => view.code !== undefined)).toMatchObject({
      code: { digits: code },
    });
    expect(new Set(pairedRequests())).toEqual(new Set([requestId]));
    expect(readFileSync(join(folder, 'data/journal.db')).toString('latin1')).not.toContain(code);
  });

  test('a box that was killed while somebody gave the digits shows their list', async () => {
    await scan();
    page.close();
    await agent.stop();
    isGiven = true;
    await startAgent();
    expect(await page.shows('documents')).toMatchObject({ documents: listing.documents });
  });

  test('core’s word may be lost: the box asks by itself', async () => {
    await scan();
    isGiven = true;
    expect(await page.shows('documents')).toMatchObject({ documents: listing.documents });
  });

  test('the screen leaves when the digits are over', async () => {
    secondsLeft = 0;
    await page.shows('attract', (view) => view.printer.online);
    page.press({ action: 'begin' });
    await page.shows('keypad');
    page.press({ action: 'scan' });
    await until(() => core.names().includes('unpair'));
    await page.shows('attract');
  });

  test('what core refuses is told, and another QR code can be asked for', async () => {
    core.script.pair = () => ({ status: 'refused', code: 'printer.busy', message: 'busy' });
    await page.shows('attract', (view) => view.printer.online);
    page.press({ action: 'begin' });
    await page.shows('keypad');
    page.press({ action: 'scan' });
    await page.shows('pairing', (view) => view.refused?.code === 'printer.busy');
    core.script.pair = () => ({ status: 'ok', body: { status: 'waiting', code, secondsLeft } });
    page.press({ action: 'scan' });
    await page.shows('pairing', (view) => view.code?.digits === code);
    expect(new Set(pairedRequests()).size).toBe(2);
  });
});
