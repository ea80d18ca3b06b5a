import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { AgentAnswer, AgentJob, AgentRequest } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import type { PrinterJob } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { ScriptedPrinter } from '../ipp/testing/scripted-printer.js';
import type { JobEnding, JobRecord } from '../job/job-record.js';
import { Journal } from '../journal/journal.js';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { aJob, aRelease } from '../testing/builders.js';
import { until } from '../testing/wait.js';
import { CheckingJobs } from './checking-jobs.js';
import { quickLimits } from './testing/box.js';

type SettleRequest = AgentRequest<'settle'>;

let journal: Journal;
let printer: ScriptedPrinter;
let checking: CheckingJobs;
let settleRequests: SettleRequest[];
/** The deadlines of `settleRequests`, in milliseconds. */
let deadlines: unknown[];
let logged: string[];
/** Core’s answer: it settles jobs that have ended or have all pages counted. */
let answer: (question: SettleRequest) => Answered<'settle'> | Error;

const money = { minor: 0, currency: 'GBP' } as const;
const settled = (
  { jobId, impressions }: SettleRequest,
  state: AgentAnswer<'settle'>['state'],
): Answered<'settle'> => ({
  status: 'ok',
  body: { jobId, state, impressions, captured: money, returned: money, available: money },
});

beforeEach(() => {
  journal = new Journal(':memory:');
  printer = new ScriptedPrinter();
  [settleRequests, deadlines, logged] = [[], [], []];
  answer = (question) =>
    settled(
      question,
      question.outcome !== 'unknown' || question.impressions === 2 ? 'completed' : 'checking',
    );
  begin();
});
afterEach(async () => {
  await checking.stop();
  journal.close();
});

const release = aRelease();

/** Starts CheckingJobs, as after a start of the box. */
function begin(changes: Partial<typeof quickLimits> = {}): void {
  const ask = (_name: string, question: SettleRequest, deadlineMs: unknown) => {
    settleRequests.push(question);
    deadlines.push(deadlineMs);
    const next = answer(question);
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  checking = new CheckingJobs({
    printer,
    printerId: release.printerId,
    counting: 'impressions',
    book: journal.jobs,
    link: { askCore: ask } as unknown as Pick<GatewayLink, 'askCore'>,
    limits: { ...quickLimits, checkAgainMs: 60_000, ...changes },
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  });
  journal.jobs.removeAllListeners();
  journal.jobs.on('changed', (job) => checking.jobChanged(job));
}

/** A silent job: two pages, whose end is unknown because the printer fell silent. Core is checking it. */
async function aSilentJob(
  atPrinter: Partial<PrinterJob> = {},
  seen: Partial<JobRecord> = {},
  asHeld: Partial<AgentJob> = {},
): Promise<string> {
  if (!journal.releases.findRelease(release.question.releaseId)) journal.releases.storeRelease(release);
  const ready = journal.jobs.addJob(aJob(release, { pages: 2, ...asHeld }), 0, Date.now());
  const { jobId, side, isColor } = ready;
  const made = await printer.createJob({ jobName: jobId, format: 'application/pdf', side, isColor });
  Object.assign(printer.jobs.at(-1)!, { state: 5, reasons: [], ...atPrinter });
  const { jobUuid, jobUri } = made;
  const printerSide = { jobId: made.jobId, jobUuid, jobUri, printerUpTime: 100 };
  const sent = journal.jobs.move(journal.jobs.move(ready, 'preflight'), 'created', { printerSide });
  const ending: JobEnding = { outcome: 'unknown', reason: 'printer-unreachable' };
  const ended = journal.jobs.endJob(journal.jobs.move(sent, 'sent'), { ...seen, ending });
  const { body } = settled({ jobId, impressions: 0, outcome: 'unknown' }, 'checking') as {
    body: AgentAnswer<'settle'>;
  };
  journal.jobs.settleJob(ended, body);
  return jobId;
}

const stateOf = (jobId: string) => journal.jobs.findJob(jobId)?.settlement?.state;
const reports = () => settleRequests.map(({ outcome, impressions }) => `${outcome} ${impressions}`);

test.each([
  ['completed it', { state: 9, impressionsCompleted: 2 }, 'completed 2'],
  ['stopped after a page', { state: 8, impressionsCompleted: 1 }, 'aborted 1'],
  ['cancelled it after a page', { state: 7, impressionsCompleted: 1 }, 'canceled 1'],
] as const)(
  'a silent job is settled as soon as the printer says that it %s',
  async (_, atPrinter, report) => {
    const jobId = await aSilentJob(atPrinter);
    await until(() => stateOf(jobId) === 'completed');
    expect(reports()).toEqual([report]);
  },
);

test('a silent job is settled with the reason that the printer gives for its end', async () => {
  const jobId = await aSilentJob({ state: 8, reasons: ['aborted-by-system', 'job-canceled-at-device'] });
  await until(() => stateOf(jobId) === 'completed');
  expect(settleRequests).toMatchObject([{ outcome: 'aborted', reason: 'canceled-at-printer' }]);
});

test('core has five seconds to answer about a silent job, so that other silent jobs do not wait longer', async () => {
  const jobId = await aSilentJob({ state: 9, impressionsCompleted: 2 });
  await until(() => stateOf(jobId) === 'completed');
  expect(deadlines).toEqual([5_000]);
});

test('a silent job that is settled while the box asks the printer is not changed or reported', async () => {
  await checking.stop();
  begin({ checkAgainMs: 0 });
  const getJob = printer.getJob.bind(printer);
  const jobId = await aSilentJob({ state: 9, impressionsCompleted: 1 });
  let looks = 0;
  printer.getJob = async (id) => {
    looks += 1;
    const job = journal.jobs.findJob(jobId)!;
    if (stateOf(jobId) === 'checking')
      journal.jobs.note(job, { settlement: { ...job.settlement!, state: 'partial' } });
    return getJob(id);
  };
  await until(() => looks > 0);
  await checking.stop();
  expect([settleRequests, stateOf(jobId), logged]).toEqual([[], 'partial', []]);
});

test('an agent that stops while the printer is asked about a silent job tells core nothing', async () => {
  let stopped: Promise<void> | undefined;
  const getJob = printer.getJob.bind(printer);
  printer.getJob = (jobId) => {
    stopped ??= checking.stop();
    return getJob(jobId);
  };
  const jobId = await aSilentJob({ state: 9, impressionsCompleted: 2 });
  await until(() => stopped !== undefined);
  await stopped;
  expect([settleRequests, stateOf(jobId)]).toEqual([[], 'checking']);
});

test('a silent job with its own uuid is recognised, although a later job has its id', async () => {
  await checking.stop();
  const silent = await aSilentJob({ state: 9, name: '', impressionsCompleted: 2 });
  const [silentAtPrinter] = printer.jobs;
  printer.restart();
  const later = journal.jobs.findJob(await aSilentJob())!;
  journal.jobs.note(later, { settlement: null });
  printer.getJob = () => Promise.resolve({ ...silentAtPrinter! });
  begin();
  checking.start();
  await until(() => stateOf(silent) === 'completed');
  expect(settleRequests).toMatchObject([{ jobId: silent, outcome: 'completed', impressions: 2 }]);
});

test('a silent job is counted in the unit of its hold, even if the printer counts in another unit now', async () => {
  const stopped = { state: 8, impressionsCompleted: 2, sheetsCompleted: 1 } as const;
  const jobId = await aSilentJob(stopped, {}, { counting: 'sheets' });
  await until(() => stateOf(jobId) === 'completed');
  expect(reports()).toEqual(['aborted 1']);
});

test('a silent job that runs again is cancelled until the printer says that it is over', async () => {
  let cancels = 0;
  const cancelJob = printer.cancelJob.bind(printer);
  printer.stuckAt = 2;
  printer.cancelJob = (jobId) => {
    cancels += 1;
    if (cancels === 2) return Promise.reject(new IppError('timeout', 'no answer'));
    return cancels > 3 ? cancelJob(jobId) : Promise.resolve();
  };
  const jobId = await aSilentJob();
  await until(() => stateOf(jobId) === 'completed');
  expect(cancels).toBe(4);
  expect(reports()).toEqual(['unknown 1', 'canceled 1']);
  expect(journal.jobs.findJob(jobId)?.ending).toEqual({ outcome: 'canceled', reason: 'stalled-too-long' });
});

test('a silent job that returns with all pages counted is reported at once', async () => {
  const jobId = await aSilentJob({ impressionsCompleted: 2 });
  printer.cancelJob = () => Promise.resolve();
  await until(() => stateOf(jobId) === 'completed');
  expect(reports()).toEqual(['unknown 2']);
});

test('a count that arrives shortly after the state completed is included in the report to core', async () => {
  const getJob = printer.getJob.bind(printer);
  let looks = 0;
  printer.getJob = async (jobId) => {
    looks += 1;
    return { ...(await getJob(jobId)), impressionsCompleted: looks < 2 ? 0 : 2 };
  };
  const jobId = await aSilentJob({ state: 9 });
  await until(() => stateOf(jobId) === 'completed');
  expect(reports()).toEqual(['completed 2']);
});

test('the up-time of the printer is stored with the time at which it was read', async () => {
  const startedAt = Date.now() - 1_000;
  const jobId = await aSilentJob({ state: 9, impressionsCompleted: 2, printerUpTime: 600 });
  await until(() => stateOf(jobId) === 'completed');
  const { printerUpTime, upTimeSeenAt } = journal.jobs.findJob(jobId)!.printerSide!;
  expect(printerUpTime).toBe(600);
  expect(upTimeSeenAt).toBeGreaterThan(startedAt);
});

test('another job under the id of a silent one is neither cancelled nor counted', async () => {
  await aSilentJob({ jobUuid: 'urn:uuid:other', name: 'other', impressionsCompleted: 1 });
  const callsBefore = printer.calls.length;
  await until(() => printer.calls.length > callsBefore + 4);
  expect([settleRequests, printer.calls.includes('cancelJob')]).toEqual([[], false]);
});

test('a later job of ours under the id of a silent one, after a restart of the printer, is neither cancelled nor counted', async () => {
  await checking.stop();
  // The printer sends neither uuid nor name, and its up-time is longer now than at the silent job.
  const nameless = { jobUuid: null, name: '', printerUpTime: 600, impressionsCompleted: 1 };
  const silent = await aSilentJob(nameless);
  printer.restart();
  const later = journal.jobs.findJob(await aSilentJob(nameless))!;
  journal.jobs.note(later, { settlement: null });
  begin();
  checking.start();
  await until(() => settleRequests.length > 0);
  expect(settleRequests).toMatchObject([{ jobId: silent, impressions: 0 }]);
  expect(printer.calls).not.toContain('cancelJob');
});

test("a stranger's job under the id of a silent one, after a restart of the printer, is neither cancelled nor counted", async () => {
  await checking.stop();
  const nameless = { jobUuid: null, name: '', printerUpTime: 600, impressionsCompleted: 1 };
  const silent = journal.jobs.findJob(await aSilentJob(nameless))!;
  const upTimeSeenAt = Date.now() - 3_600_000;
  journal.jobs.note(silent, { printerSide: { ...silent.printerSide!, upTimeSeenAt } });
  begin();
  checking.start();
  const callsBefore = printer.calls.length;
  await until(() => settleRequests.length > 0 && printer.calls.length > callsBefore + 4);
  expect(settleRequests).toMatchObject([{ jobId: silent.jobId, impressions: 0 }]);
  expect(printer.calls).not.toContain('cancelJob');
});

test('a restarted box asks core at once about a silent job, and keeps looking', async () => {
  const jobId = await aSilentJob();
  await checking.stop();
  printer.restart();
  settleRequests.length = 0;
  begin();
  checking.start();
  await until(() => settleRequests.length > 0);
  expect([reports(), stateOf(jobId)]).toEqual([['unknown 0'], 'checking']);
  const callsBefore = printer.calls.length;
  await until(() => printer.calls.length > callsBefore);
});

test('the box asks core at intervals, so that it learns a decision of staff or of the 24-hour rule', async () => {
  await checking.stop();
  begin({ checkAgainMs: 5 });
  let isDecided = false;
  answer = (question) => settled(question, isDecided ? 'partial' : 'checking');
  const jobId = await aSilentJob();
  printer.restart();
  await until(() => settleRequests.length > 1);
  isDecided = true;
  await until(() => stateOf(jobId) === 'partial');
});

test.each([
  ['fails', () => new Error('core is away')],
  ['is refused', () => ({ status: 'refused', code: 'service.unavailable', message: '' }) as const],
])('when an answer of core %s, core is asked again, and the log says so', async (problem, first) => {
  await checking.stop();
  begin({ checkAgainMs: 5 });
  const usual = answer;
  answer = (question) => (settleRequests.length < 3 ? first() : usual(question));
  const jobId = await aSilentJob({ state: 8, impressionsCompleted: 1 });
  await until(() => stateOf(jobId) === 'completed');
  expect(new Set(reports())).toEqual(new Set(['aborted 1']));
  expect(logged.join()).toContain(
    problem === 'fails' ? 'Polling a job with an unknown end failed' : 'Core refused to settle a job',
  );
});

test('a job that a restored database does not know is closed', async () => {
  answer = () => ({ status: 'refused', code: 'job.unknown', message: '' });
  const jobId = await aSilentJob({ state: 9, impressionsCompleted: 2 });
  await until(() => journal.jobs.findJob(jobId)?.settlement === null);
  expect(journal.jobs.checking(release.printerId)).toEqual([]);
});
