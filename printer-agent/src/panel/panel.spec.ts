import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PanelListing } from '@sixpence/contracts/agent/gateway';
import type { PanelView } from '@sixpence/contracts/agent/panel';
import { pino } from 'pino';
import { now } from '../job/clock.js';
import type { JobRecord } from '../job/job-record.js';
import { Journal } from '../journal/journal.js';
import { aJob, aListing, aRelease, type AskedRelease } from '../testing/builders.js';
import { Panel, type PanelParts } from './panel.js';

const idleMs = 60_000;
const printerId = 'hall';

let journal: Journal;
let panel: Panel;
let listing: PanelListing;
let views: PanelView[];
/** Core’s answers by the name of the question; a question without one gets `{}`. */
let answers: Record<string, () => Promise<object>>;
let questions: { name: string; body: Record<string, unknown>; deadlineMs?: number }[];
let press: () => Promise<object>;
let recalled: string[];
let reported: string[];
let logged: string[];

const ok = (body: object) => () => Promise.resolve({ status: 'ok', body });
const names = () => questions.map(({ name }) => name);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  journal = new Journal(':memory:');
  listing = aListing();
  answers = { redeem: ok(listing), list: ok(listing), redeemed: ok(listing) };
  press = () => Promise.reject(new Error('no release'));
  [views, questions, recalled, reported, logged] = [[], [], [], [], []];
  open();
});
afterEach(() => {
  panel.close();
  journal.close();
  jest.useRealTimers();
});

/** Opens the panel anew, as after a restart of the box. */
function open(): void {
  const parts = {
    ...{
      printerId,
      journal,
      coreUrl: 'http://core',
      log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    },
    printerName: () => 'Hall',
    site: () => ({
      site: '',
      printers: [],
      stallSeconds: 9,
      idleSeconds: idleMs / 1_000,
      publicUrl: 'http://a',
    }),
    report: () => ({ state: 'idle', reasons: [], accepting: true }),
    link: {
      online: true,
      askCore: (name: string, body: Record<string, unknown>, deadlineMs?: number) => {
        questions.push(deadlineMs === undefined ? { name, body } : { name, body, deadlineMs });
        return (answers[name] ?? ok({}))();
      },
    },
    source: {
      nameOf: () => undefined,
      recall: (jobId: string) => Promise.resolve(void recalled.push(jobId)),
    },
    printReports: {
      lastOf: () => undefined,
      storeReport: (jobId: string, fault: string) => Promise.resolve(void reported.push(`${jobId} ${fault}`)),
    },
    releases: { press: () => press(), abandon: () => undefined },
    validateAhead: () => undefined,
    leaveRelease: () => undefined,
  };
  panel = new Panel(parts as unknown as PanelParts);
  panel.on('view', (view) => views.push(view));
}

const screen = () => panel.view.screen;

async function logIn(): Promise<void> {
  panel.act({ action: 'begin' });
  panel.act({ action: 'login', code: '123456' });
  await pass(0);
  expect(screen()).toBe('documents');
}

/** A release of the user at the panel, with its jobs in the journal and on the screen. */
function aShownRelease(jobs: number): JobRecord[] {
  const release = aRelease({ printerId });
  release.question.panelSessionId = listing.panelSessionId;
  const added = jobsOf(release, jobs);
  panel.showRelease(release.question.releaseId);
  return added;
}

function jobsOf(release: AskedRelease, jobs: number): JobRecord[] {
  journal.releases.storeRelease(release);
  return Array.from({ length: jobs }, (_, position) => journal.jobs.addJob(aJob(release), position, now()));
}

function end(job: JobRecord): JobRecord {
  const ended = journal.jobs.endJob(job, { ending: { outcome: 'completed' } });
  panel.jobChanged(ended);
  return ended;
}

function settle(ended: JobRecord): void {
  journal.jobs.settleJob(ended, null);
  panel.jobChanged(journal.jobs.findJob(ended.jobId)!);
}

describe('a user who touches nothing', () => {
  test.each(['keypad', 'documents'] as const)('leaves the %s after the idle time of the site', async (at) => {
    if (at === 'documents') await logIn();
    else panel.act({ action: 'begin' });
    await pass(idleMs - 1);
    expect([screen(), panel.isInUse]).toEqual([at, true]);
    await pass(1);
    expect([screen(), panel.isInUse]).toEqual(['attract', false]);
    expect(names().filter((name) => name === 'end-session')).toHaveLength(at === 'documents' ? 1 : 0);
  });

  test('stays for the idle time after the last touch; core hears of touches, at most every third of it', async () => {
    await logIn();
    const idleAt = Date.now() + idleMs;
    expect(panel.view).toMatchObject({ idleAt: new Date(idleAt).toISOString() });
    await pass(idleMs / 3);
    panel.act({ action: 'touch' });
    expect(views.at(-1)).toMatchObject({ idleAt: new Date(Date.now() + idleMs).toISOString() });
    expect(names()).not.toContain('list');
    await pass(1);
    panel.act({ action: 'touch' });
    panel.act({ action: 'touch' });
    expect(names().filter((name) => name === 'list')).toHaveLength(1);
    await pass(idleMs - 1);
    expect(screen()).toBe('documents');
    await pass(1);
    expect(screen()).toBe('attract');
  });

  test('stays while pages are printed, and twenty seconds after them', async () => {
    await logIn();
    const [job] = aShownRelease(1);
    await pass(10 * idleMs);
    expect(screen()).toBe('printing');
    settle(end(job!));
    expect(panel.view).toMatchObject({
      screen: 'done',
      leavesAt: new Date(Date.now() + 20_000).toISOString(),
    });
    panel.act({ action: 'touch' });
    expect(names()).not.toContain('list');
    await pass(19_999);
    expect(screen()).toBe('done');
    await pass(1);
    expect(screen()).toBe('attract');
  });
});

describe('the last screen of a release', () => {
  test('waits until each of its jobs has ended, and five seconds for core to settle them', async () => {
    const [first, second] = aShownRelease(2);
    settle(end(first!));
    await pass(60_000);
    expect(screen()).toBe('printing');
    end(second!);
    await pass(4_999);
    expect(screen()).toBe('printing');
    await pass(1);
    expect(panel.view).toMatchObject({ screen: 'done', captured: undefined });
  });

  test('waits for core anew with each change of its last job', async () => {
    const [job] = aShownRelease(1);
    const ended = end(job!);
    await pass(4_000);
    panel.jobChanged(ended);
    await pass(4_999);
    expect(screen()).toBe('printing');
    await pass(1);
    expect(screen()).toBe('done');
  });

  test('is shown at once when core has settled its last job, and drawn once', async () => {
    const [first, second] = aShownRelease(2);
    expect(panel.view).toMatchObject({ screen: 'printing', leaving: false });
    settle(end(second!));
    const ended = end(first!);
    await pass(1);
    expect(screen()).toBe('printing');
    views.length = 0;
    settle(ended);
    expect(screen()).toBe('done');
    await pass(1);
    expect(views).toHaveLength(1);
  });

  test('leads to the keypad by Print more when core has ended the session meanwhile', async () => {
    const [job] = aShownRelease(1);
    panel.hearNotice({ name: 'session-ended', panelSessionId: listing.panelSessionId });
    settle(end(job!));
    panel.act({ action: 'more' });
    expect(panel.view).toMatchObject({ screen: 'keypad', refused: { code: 'panel-session.ended' } });
    await pass(0);
    expect(questions).toEqual([]);
  });

  test('takes reports about its own jobs, and no other screen does', async () => {
    const [job, other] = aShownRelease(2);
    panel.act({ action: 'report', jobId: job!.jobId, fault: 'faint' });
    settle(end(other!));
    settle(end(job!));
    panel.act({ action: 'report', jobId: randomUUID(), fault: 'faint' });
    const drawn = views.length;
    panel.act({ action: 'report', jobId: job!.jobId, fault: 'crooked' });
    expect(views).toHaveLength(drawn + 1);
    await pass(0);
    expect(reported).toEqual([`${job!.jobId} crooked`]);
  });
});

describe('a release that core holds', () => {
  test('is not shown when the journal does not know it, or when all its jobs are over', () => {
    panel.showRelease(randomUUID());
    const release = aRelease({ printerId });
    for (const job of jobsOf(release, 2)) journal.jobs.endJob(job, { ending: { outcome: 'never-began' } });
    panel.showRelease(release.question.releaseId);
    expect(screen()).toBe('attract');
  });

  test('is shown when one of its jobs is not over', () => {
    const release = aRelease({ printerId });
    const [over] = jobsOf(release, 2);
    journal.jobs.endJob(over!, { ending: { outcome: 'never-began' } });
    panel.showRelease(release.question.releaseId);
    expect(screen()).toBe('printing');
  });

  test('is drawn once for changes that happen together, and not for changes of other releases', async () => {
    const jobs = aShownRelease(2);
    const [foreign] = jobsOf(aRelease({ printerId }), 1);
    views.length = 0;
    panel.jobChanged(foreign!);
    await pass(1);
    expect(views).toEqual([]);
    for (const job of jobs) panel.jobChanged(job);
    await pass(1);
    expect(views).toHaveLength(1);
    panel.jobChanged(jobs[0]!);
    await pass(1);
    expect(views).toHaveLength(2);
  });
});

describe('after a restart of the box', () => {
  test.each([
    [599_999, 'keypad'],
    [600_000, 'attract'],
  ])('a session that was asked for %i ms ago leads to the %s', async (age, expected) => {
    const requestId = randomUUID();
    journal.sessions.storeRequest({ requestId, printerId, askedAt: now() - age });
    panel.restore();
    expect(screen()).toBe(expected);
    await pass(0);
    const question = { name: 'redeemed', body: { requestId }, deadlineMs: expect.any(Number) };
    expect(questions).toEqual(expected === 'keypad' ? [question] : []);
    expect(screen()).toBe(expected === 'keypad' ? 'documents' : 'attract');
  });

  test('open jobs are shown with their names, and the session of their user', async () => {
    const requestId = randomUUID();
    journal.sessions.storeRequest({ requestId, printerId, askedAt: now() - 600_000 });
    journal.sessions.storeOpened(requestId, listing.panelSessionId);
    const jobs = jobsOf(aRelease({ printerId }), 2);
    panel.restore();
    expect(panel.view).toMatchObject({ screen: 'printing', leaving: false });
    views.length = 0;
    await pass(0);
    expect(recalled).toEqual(jobs.map(({ jobId }) => jobId));
    expect(views.length).toBeGreaterThanOrEqual(2);
    expect(names()).toEqual(['redeemed']);
    panel.act({ action: 'home' });
    await pass(0);
    expect(questions.at(-1)).toEqual({
      name: 'end-session',
      body: { panelSessionId: listing.panelSessionId },
    });
  });

  test('a session that core no longer has leads to the first screen, and is not asked about again', async () => {
    const requestId = randomUUID();
    journal.sessions.storeRequest({ requestId, printerId, askedAt: now() });
    answers['redeemed'] = () => Promise.resolve({ status: 'refused', code: 'panel-session.ended' });
    panel.restore();
    expect(panel.view).toMatchObject({ screen: 'keypad', checking: true });
    await pass(0);
    expect(screen()).toBe('attract');
    expect(journal.sessions.latest(printerId)).toBeUndefined();
  });

  test('core has the idle time of the site to answer about the open session', async () => {
    journal.sessions.storeRequest({ requestId: randomUUID(), printerId, askedAt: now() });
    panel.restore();
    expect(questions).toMatchObject([{ name: 'redeemed', deadlineMs: idleMs }]);
    await pass(0);
  });

  test('open jobs are shown without a session when their user has left', async () => {
    jobsOf(aRelease({ printerId }), 1);
    panel.restore();
    await pass(0);
    expect([screen(), questions]).toEqual(['printing', []]);
    panel.act({ action: 'home' });
    await pass(0);
    expect(questions).toEqual([]);
  });

  test('jobs that ended before the restart lead to the last screen', async () => {
    const [job] = jobsOf(aRelease({ printerId }), 1);
    journal.jobs.endJob(job!, { ending: { outcome: 'completed' } });
    panel.restore();
    await pass(5_000);
    expect(screen()).toBe('done');
  });

  test('a panel without a session and without jobs asks core for nothing', async () => {
    panel.restore();
    await pass(0);
    expect([screen(), questions]).toEqual(['attract', []]);
  });
});

describe('a notice of core', () => {
  const hear = (name: 'listing-changed' | 'session-ended', panelSessionId: string) =>
    panel.hearNotice({ name, panelSessionId });

  test('about the open session lists again, or ends it; one about another session changes nothing', async () => {
    await logIn();
    questions.length = 0;
    for (const name of ['listing-changed', 'session-ended'] as const) hear(name, randomUUID());
    panel.hearNotice({ name: 'printers', printers: [] });
    expect([screen(), questions]).toEqual(['documents', []]);
    hear('listing-changed', listing.panelSessionId);
    expect(names()).toEqual(['list']);
    hear('session-ended', listing.panelSessionId);
    expect(screen()).toBe('attract');
    expect(journal.sessions.latest(printerId)).toBeUndefined();
  });

  test('about a changed listing is ignored while the session prints', async () => {
    await logIn();
    aShownRelease(1);
    questions.length = 0;
    hear('listing-changed', listing.panelSessionId);
    expect(questions).toEqual([]);
  });
});

describe('while a QR code is shown', () => {
  const digits = (secondsLeft: number) => ok({ status: 'waiting', code: '111111', secondsLeft });

  test('core is asked every five seconds, one question at a time, and no more after Home', async () => {
    answers['pair'] = digits(300);
    panel.act({ action: 'begin' });
    panel.act({ action: 'scan' });
    await pass(0);
    const times = () => names().filter((name) => name === 'pair').length;
    await pass(4_999);
    expect(times()).toBe(1);
    await pass(1);
    expect(times()).toBe(2);
    let answer: () => void = () => undefined;
    answers['pair'] = () => new Promise((resolve) => (answer = () => resolve(digits(300)())));
    await pass(15_000);
    expect(times()).toBe(3);
    answer();
    await pass(5_000);
    expect(times()).toBe(4);
    panel.act({ action: 'home' });
    await pass(60_000);
    expect(times()).toBe(4);
  });

  test('the screen stays until its digits expire, and not for the idle time', async () => {
    answers['pair'] = digits(90);
    panel.act({ action: 'begin' });
    panel.act({ action: 'scan' });
    await pass(0);
    await pass(89_000);
    expect(screen()).toBe('pairing');
    await pass(1_000);
    expect(screen()).toBe('attract');
  });
});

test.each(['documents', 'pairing', 'printing', 'printing, ended'])(
  'a panel that is closed at the %s draws and asks no more',
  async (at) => {
    answers['pair'] = ok({ status: 'waiting', code: '111111', secondsLeft: 300 });
    if (at === 'pairing') {
      panel.act({ action: 'begin' });
      panel.act({ action: 'scan' });
      await pass(0);
    } else await logIn();
    if (at === 'printing') panel.jobChanged(aShownRelease(1)[0]!);
    if (at === 'printing, ended') end(aShownRelease(1)[0]!);
    expect(screen()).toBe(at.split(',')[0]);
    panel.close();
    expect([jest.getTimerCount(), panel.listenerCount('view')]).toEqual([0, 0]);
    panel.on('view', (view) => views.push(view));
    [views.length, questions.length] = [0, 0];
    panel.refresh();
    await pass(10 * idleMs);
    expect([views, questions]).toEqual([[], []]);
  },
);

test('a session that core has opened is in the journal, so that a killed box returns to it', async () => {
  await logIn();
  const { requestId } = questions[0]!.body as { requestId: string };
  const { panelSessionId } = listing;
  expect(journal.sessions.latest(printerId)).toMatchObject({ requestId, panelSessionId, pairing: false });
});

test('a code that core refused is sent as a new request when it is typed again, and the first request is over', async () => {
  answers['redeem'] = () => Promise.resolve({ status: 'refused', code: 'code.wrong', retryAfterSeconds: 7 });
  panel.act({ action: 'begin' });
  for (const times of [1, 2]) {
    panel.act({ action: 'login', code: '111111' });
    await pass(0);
    expect(panel.view).toMatchObject({
      ...{ screen: 'keypad', checking: false },
      refused: { code: 'code.wrong', retryAfterSeconds: 7 },
    });
    expect(questions).toHaveLength(times);
    expect(journal.sessions.latest(printerId)).toBeUndefined();
  }
  expect(new Set(questions.map(({ body }) => body['requestId'])).size).toBe(2);
});

test('digits that end at Home are marked as over in the journal, too', async () => {
  answers['pair'] = ok({ status: 'waiting', code: '111111', secondsLeft: 300 });
  panel.act({ action: 'begin' });
  panel.act({ action: 'scan' });
  await pass(0);
  expect(journal.sessions.latest(printerId)).toMatchObject({ pairing: true });
  panel.act({ action: 'home' });
  await pass(0);
  expect([names().at(-1), journal.sessions.latest(printerId)]).toEqual(['unpair', undefined]);
});

test('digits that core refused are not asked for again before a touch', async () => {
  answers['pair'] = () => Promise.resolve({ status: 'refused', code: 'printer.busy' });
  panel.act({ action: 'begin' });
  panel.act({ action: 'scan' });
  await pass(idleMs - 1);
  expect(panel.view).toMatchObject({ screen: 'pairing', refused: { code: 'printer.busy' } });
  expect(names()).toEqual(['pair']);
});

test.each(['Home', 'closing the panel'])('the download of a picture is aborted by %s', async (how) => {
  const fetching = jest.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  listing.documents[0]!.picturePath = '/picture';
  await logIn();
  const signal = fetching.mock.calls[0]?.[1]?.signal;
  expect(signal?.aborted).toBe(false);
  if (how === 'Home') panel.act({ action: 'home' });
  else panel.close();
  expect(signal?.aborted).toBe(true);
});

test('each action restarts the idle time', async () => {
  panel.act({ action: 'begin' });
  await pass(idleMs - 1);
  panel.act({ action: 'login', code: 'abc' });
  await pass(idleMs - 1);
  expect(screen()).toBe('keypad');
  await pass(1);
  expect(screen()).toBe('attract');
});

test('an action that fails is a line in the log of its printer, unless the panel was closed', async () => {
  answers['redeem'] = () => Promise.reject(new Error('the connection was cut'));
  panel.act({ action: 'begin' });
  panel.act({ action: 'login', code: '123456' });
  await pass(0);
  const [line = '{}', ...more] = logged;
  expect([JSON.parse(line), more]).toMatchObject([{ printerId, msg: 'An action on the panel failed' }, []]);
  panel.act({ action: 'login', code: '654321' });
  panel.close();
  await pass(0);
  expect(logged).toHaveLength(1);
});

test('sixteen pages listen to a panel without a warning of a leak', async () => {
  const warned: Error[] = [];
  const hear = (warning: Error) => void warned.push(warning);
  process.on('warning', hear);
  for (let page = 0; page < 16; page += 1) panel.on('view', () => undefined);
  await new Promise((resolve) => process.nextTick(resolve));
  await pass(0);
  process.off('warning', hear);
  expect([warned, panel.getMaxListeners()]).toEqual([[], 0]);
});

test('a PRINT that fails after the panel was closed starts nothing', async () => {
  let fail: (error: Error) => void = () => undefined;
  press = () => new Promise((_, reject) => (fail = reject));
  await logIn();
  panel.act({ action: 'print', documentIds: listing.documents.map(({ documentId }) => documentId) });
  panel.close();
  questions.length = 0;
  fail(new Error('the agent is stopping'));
  await pass(10 * idleMs);
  expect(questions).toEqual([]);
});
