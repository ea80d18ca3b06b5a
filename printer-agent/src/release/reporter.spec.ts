import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { AgentAnswer, AgentRequest } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { Journal } from '../journal/journal.js';
import type { JobRecord } from '../job/job-record.js';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { aJob, aRelease } from '../testing/builders.js';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { until } from '../testing/wait.js';
import { Reporter } from './reporter.js';

const ending = { outcome: 'aborted', reason: 'aborted-by-printer' } as const;
const refused = (code: 'job.unknown' | 'service.unavailable'): Answered<'settle'> => ({
  status: 'refused',
  code,
  message: code,
});

let journal: Journal;
let reporter: Reporter;
/** Core’s next answers; after them it settles. */
let answers: (Answered<'settle'> | Error)[];
let requests: AgentRequest<'settle'>[];
let logged: string[];

beforeEach(() => {
  journal = new Journal(':memory:');
  answers = [];
  requests = [];
  logged = [];
  const ask = (_name: string, question: AgentRequest<'settle'>) => {
    requests.push(question);
    const answer = answers.shift() ?? { status: 'ok', body: settlementOf(question) };
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const link = { askCore: ask } as unknown as Pick<GatewayLink, 'askCore'>;
  reporter = new Reporter(
    journal.jobs,
    link,
    pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  );
});
afterEach(() => {
  reporter.stop();
  journal.close();
});

function settlementOf({ jobId, impressions }: AgentRequest<'settle'>): AgentAnswer<'settle'> {
  const money = { minor: 5, currency: 'GBP' } as const;
  return { jobId, state: 'partial', impressions, captured: money, returned: money, available: money };
}

/** A job of which one page was printed. */
function anEndedJob(): JobRecord {
  const release = aRelease();
  journal.releases.storeRelease(release);
  const ready = journal.jobs.addJob(aJob(release), 0, 0);
  return journal.jobs.move(ready, 'ended', { ending, impressions: 1 });
}

/** A job that the printer has received. */
function aJobAtWork(): JobRecord {
  const release = aRelease();
  journal.releases.storeRelease(release);
  const tried = journal.jobs.move(journal.jobs.addJob(aJob(release), 0, 0), 'preflight');
  return journal.jobs.move(journal.jobs.move(tried, 'created'), 'sent');
}

const isSettled = ({ jobId }: JobRecord) => journal.jobs.findJob(jobId)?.step === 'settled';

test('an ending is reported once, with its pages, and stored with its cost', async () => {
  reporter.start();
  const job = anEndedJob();
  await until(() => isSettled(job));
  expect(requests).toEqual([{ jobId: job.jobId, impressions: 1, ...ending }]);
  expect(journal.jobs.findJob(job.jobId)?.settlement).toEqual(settlementOf(requests[0]!));
});

test('an ending in the journal at the start is reported', async () => {
  const job = anEndedJob();
  reporter.start();
  await until(() => isSettled(job));
  expect(requests).toMatchObject([{ jobId: job.jobId }]);
});

test('an ending is reported until core has settled it, whatever core answers meanwhile', async () => {
  answers = [refused('service.unavailable'), new Error('nobody expected this answer')];
  const job = anEndedJob();
  reporter.start();
  await until(() => isSettled(job));
  expect(requests).toHaveLength(3);
  expect(logged.join()).toContain('Core refused to settle a job');
  expect(logged.join()).toContain('A job could not be settled');
});

test('an ending is sent to core, and its settlement to the screen, before each is written', async () => {
  reporter.start();
  const order: string[] = [];
  const write = journal.jobs.endJob.bind(journal.jobs);
  const job = aJobAtWork();
  journal.jobs.once('ending', ({ jobId }) =>
    order.push(`ending, still ${journal.jobs.findJob(jobId)?.step}`),
  );
  journal.jobs.once('changed', () => order.push(`written, core asked ${requests.length} times`));
  const ended = write(job, { ending, impressions: 1 });
  const disk = new FaultyDisk();
  journal.jobs.on('changed', ({ step }) => order.push(`${step}, writes since: ${disk.writes}`));
  await until(() => isSettled(ended) && disk.writes === 1);
  disk.restore();
  expect(order).toEqual(['ending, still sent', 'written, core asked 1 times', 'settled, writes since: 0']);
});

test('a job whose ending the disk refused is settled once the ending is written', async () => {
  reporter.start();
  const job = aJobAtWork();
  journal.jobs.emit('ending', { ...job, step: 'ended', ending, impressions: 1 });
  await until(() => requests.length === 1);
  journal.jobs.endJob(job, { ending, impressions: 1 });
  await until(() => isSettled(job));
  // The number of requests in between depends on timing.
  expect(requests.length).toBeGreaterThan(1);
  expect(new Set(requests.map((report) => JSON.stringify(report))).size).toBe(1);
});

test('a job that ended before its progress was sent is reported by its ending only', async () => {
  reporter.start();
  const job = journal.jobs.note(aJobAtWork(), { impressions: 1 });
  journal.jobs.endJob(job, { ending, reason: ending.reason });
  await until(() => isSettled(job));
  // Longer than the delay of progress reports.
  await sleep(300);
  expect(requests).toEqual([{ jobId: job.jobId, impressions: 1, ...ending }]);
});

test('an agent that stops during the delay before a progress report sends none', async () => {
  reporter.start();
  journal.jobs.note(aJobAtWork(), { impressions: 1 });
  reporter.stop();
  await sleep(400);
  expect(requests).toEqual([]);
});

test('an agent that stops while core cannot settle a job asks no more, and logs no error', async () => {
  answers = [refused('service.unavailable')];
  reporter.start();
  anEndedJob();
  await until(() => logged.length > 0);
  const before = logged.length;
  reporter.stop();
  // Longer than the first wait for another try.
  await sleep(600);
  expect([requests.length, logged.length]).toEqual([1, before]);
});

test('a question that is cut off because the agent stops is not logged as an error', async () => {
  let cut: () => void = () => undefined;
  const link = {
    askCore: () =>
      new Promise((_, reject) => {
        cut = () => reject(new Error('The agent is stopping'));
      }),
  } as unknown as Pick<GatewayLink, 'askCore'>;
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const stopping = new Reporter(journal.jobs, link, log);
  stopping.start();
  anEndedJob();
  stopping.stop();
  cut();
  await new Promise((resolve) => setImmediate(resolve));
  expect(logged).toEqual([]);
});

test('progress that core did not receive is replaced by the next one', async () => {
  answers = [new Error('the connection was cut')];
  reporter.start();
  const job = journal.jobs.note(aJobAtWork(), { impressions: 1 });
  await until(() => logged.join().includes('Core did not receive the progress of a job'));
  journal.jobs.note(job, { impressions: 2 });
  await until(() => requests.length > 1);
  expect(requests).toMatchObject([
    { state: 'printing', impressions: 1, sequence: job.sequence },
    { state: 'printing', impressions: 2, sequence: job.sequence + 1 },
  ]);
});

test('a job that core does not know is settled in the journal after one request', async () => {
  answers = [refused('job.unknown')];
  const job = anEndedJob();
  reporter.start();
  await until(() => isSettled(job));
  expect(requests).toHaveLength(1);
  expect(journal.jobs.findJob(job.jobId)?.settlement).toBeNull();
});

test('core is told of a job that waits for its printer, but not of a job that is only ready', async () => {
  reporter.start();
  const release = aRelease();
  journal.releases.storeRelease(release);
  const waiting = journal.jobs.note(journal.jobs.addJob(aJob(release), 0, 0), { reason: 'printer-busy' });
  await until(() => requests.length > 0);
  // Longer than the delay of progress reports.
  await sleep(300);
  expect(requests).toMatchObject([{ jobId: waiting.jobId, state: 'stalled', reason: 'printer-busy' }]);
  journal.jobs.note(waiting, { reason: 'printer-unreachable' });
  await until(() => requests.length > 1);
  expect(requests[1]).toMatchObject({ jobId: waiting.jobId, reason: 'printer-unreachable' });
});
