import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { JobEnding } from '../job/job-record.js';
import { Journal } from '../journal/journal.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { aJob, aRelease } from '../testing/builders.js';
import { until } from '../testing/wait.js';
import { Reconciliation } from './reconciliation.js';

const money = { minor: 5, currency: 'GBP' } as const;
const completed = {
  state: 'completed',
  impressions: 3,
  captured: money,
  returned: money,
  available: money,
} as const;
const ending: JobEnding = { outcome: 'completed' };

let journal: Journal;
let questions: [name: string, body: unknown][];
/** The deadlines of `questions`, in milliseconds. */
let deadlines: unknown[];
let logged: string[];
/** Core’s answer instead of the usual one. */
let coreAnswer: ((jobId: string | undefined) => object | Promise<object>) | undefined;
let reconciliation: Reconciliation;

beforeEach(() => {
  journal = new Journal(':memory:');
  [questions, deadlines, logged] = [[], [], []];
  coreAnswer = undefined;
  const ask = (name: string, body: { jobId?: string }, deadlineMs: unknown) => {
    questions.push([name, body]);
    deadlines.push(deadlineMs);
    const usual = { status: 'ok', body: { jobId: body.jobId, ...completed } };
    return Promise.resolve(coreAnswer ? coreAnswer(body.jobId) : usual);
  };
  const link = { askCore: ask } as unknown as Pick<GatewayLink, 'askCore'>;
  reconciliation = new Reconciliation(
    journal,
    link,
    pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  );
});
afterEach(() => journal.close());

/** A job of core, whose release is in the journal: by default with core's answer. */
function aKnownJob(state: 'held' | 'asked' = 'held') {
  const release = aRelease();
  journal.releases.storeRelease(release);
  const job = aJob(release);
  if (state === 'held') journal.releases.storeHeld(job.releaseId);
  return job;
}

test('jobs that the journal does not know are reported as unknown here, in one request', () => {
  const jobs = [aJob(aRelease()), aJob(aRelease())];
  reconciliation.compare(jobs);
  expect(questions).toEqual([['unknown-jobs', { jobIds: jobs.map(({ jobId }) => jobId) }]]);
  expect(deadlines).toEqual([Infinity]);
  expect(JSON.parse(logged[0]!)).toMatchObject({
    ...{ level: 50, jobs: 2 },
    msg: 'Core has open jobs that this box does not know; staff must check them',
  });
});

test('the log says that core refused the list of unknown jobs', async () => {
  coreAnswer = () => ({ status: 'refused', code: 'service.unavailable' });
  reconciliation.compare([aJob(aRelease())]);
  await until(() => logged.length === 2);
  expect(logged[1]).toContain('Core refused the list of jobs that this box does not know');
});

test('core that names no open job is asked nothing', () => {
  reconciliation.compare([]);
  expect([questions, logged]).toEqual([[], []]);
});

test('an open job, a job that has just ended, and a job of an unanswered press are not reported as unknown', () => {
  const [open, ended, unanswered] = [aKnownJob(), aKnownJob(), aKnownJob('asked')];
  journal.jobs.addJob(open, 0, 0);
  journal.jobs.endJob(journal.jobs.addJob(ended, 0, 0), { ending });
  reconciliation.compare([open, ended, unanswered]);
  expect(questions).toEqual([]);
});

test('a job that the journal lacks is reported as unknown when its release was answered', () => {
  const job = aKnownJob();
  reconciliation.compare([job]);
  expect(questions).toEqual([['unknown-jobs', { jobIds: [job.jobId] }]]);
});

test.each([
  ['settled', { ...completed, state: 'partial' as const }],
  ['did not know', null],
])('a job that a restored core holds open, and that core %s before, is settled again', async (_, before) => {
  const job = aKnownJob();
  const ended = journal.jobs.endJob(journal.jobs.addJob(job, 0, 0), { ending, impressions: 3 });
  journal.jobs.settleJob(ended, before && { jobId: job.jobId, ...before });
  reconciliation.compare([job]);
  await until(() => journal.jobs.findJob(job.jobId)?.settlement?.state === 'completed');
  expect(questions).toEqual([['settle', { jobId: job.jobId, impressions: 3, ...ending }]]);
  expect(deadlines).toEqual([Infinity]);
  await until(() => logged.length > 0);
  expect(logged.join()).toContain(
    'Core held a job open that has ended here; the box asked core to settle it again',
  );
});

test('a job that is being checked is left to CheckingJobs', () => {
  const job = aKnownJob();
  const ended = journal.jobs.endJob(journal.jobs.addJob(job, 0, 0), { ending: { outcome: 'unknown' } });
  journal.jobs.settleJob(ended, { jobId: job.jobId, ...completed, state: 'checking' });
  reconciliation.compare([job]);
  expect(questions).toEqual([]);
});

/** A settled job, which a restored core may hold open. */
function aSettledJob() {
  const job = aKnownJob();
  const ended = journal.jobs.endJob(journal.jobs.addJob(job, 0, 0), { ending, impressions: 3 });
  journal.jobs.settleJob(ended, { jobId: job.jobId, ...completed, state: 'partial' });
  return job;
}

const stateOf = ({ jobId }: { jobId: string }) => journal.jobs.findJob(jobId)?.settlement?.state;

test('two jobs that core holds open are each settled by core’s answer to them, also when one is refused', async () => {
  const [refused, accepted] = [aSettledJob(), aSettledJob()];
  coreAnswer = (jobId) =>
    jobId === refused.jobId
      ? { status: 'refused', code: 'job.unknown', body: { jobId, ...completed } }
      : { status: 'ok', body: { jobId, ...completed } };
  reconciliation.compare([refused, accepted]);
  await until(() => stateOf(accepted) === 'completed');
  expect(stateOf(refused)).toBe('partial');
});

test('a pending request is not repeated, and a failed one is repeated at the next welcome', async () => {
  const job = aSettledJob();
  let fail: (error: Error) => void = () => undefined;
  coreAnswer = () => new Promise<object>((_, reject) => (fail = reject));
  reconciliation.compare([job]);
  reconciliation.compare([job]);
  expect(questions).toHaveLength(1);
  fail(new Error('The agent is stopping'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(logged.join()).toContain('the box repeats it at the next welcome');
  coreAnswer = undefined;
  reconciliation.compare([job]);
  expect(questions).toHaveLength(2);
  await until(() => stateOf(job) === 'completed');
});
