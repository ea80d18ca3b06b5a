import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { ScriptedPrinter } from '../ipp/testing/scripted-printer.js';
import { Journal } from '../journal/journal.js';
import { aJob, aRelease } from '../testing/builders.js';
import { followJob } from './follow.js';
import { printLimits } from './limits.js';
import { OpenJob } from './open-job.js';
import { lookAgainMs } from './pace.js';

const log = pino({ level: 'silent' });

/** Milliseconds of a clock that only the agent’s pauses advance. */
let clock: number;
let journal: Journal;

beforeEach(() => {
  clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
  journal = new Journal(':memory:');
});
afterEach(() => {
  journal.close();
});

/** Follows a job of this duration. @returns the time of each look */
async function lookTimes(jobMs: number): Promise<number[]> {
  const release = aRelease();
  journal.releases.storeRelease(release);
  const printer = new ScriptedPrinter();
  printer.stuckAt = 1;
  const record = journal.jobs.move(journal.jobs.addJob(aJob(release, { pages: 1 }), 0, 0), 'preflight');
  const { jobId, jobUuid, jobUri } = await printer.createJob({
    ...{ jobName: record.jobId, format: 'application/pdf' },
    ...{ side: record.side, isColor: record.isColor },
  });
  const printerSide = { jobId, jobUuid, jobUri, printerUpTime: 0 };
  const job = new OpenJob(journal.jobs.move(record, 'created', { printerSide }), journal.jobs, log);
  const looks: number[] = [];
  printer.getJob = () => {
    looks.push(clock);
    const isOver = clock >= jobMs;
    const seen = isOver ? { state: 9, impressionsCompleted: 1 } : { state: 5 };
    return Promise.resolve({ ...printer.jobs[0]!, ...seen } as (typeof printer.jobs)[0]);
  };
  const pause = (ms: number) => {
    clock += ms;
    return Promise.resolve();
  };
  const limits = { ...printLimits, stallMs: 600_000 };
  await followJob(job, { printer, counting: 'impressions', stopReason: () => undefined, limits, pause });
  expect(job.record.ending).toEqual({ outcome: 'completed' });
  return looks;
}

describe('a printer with a running job is polled', () => {
  test.each([1, 20, 100, 300, 480])(
    'often enough to see the end of a job of %i ms within 15 ms',
    async (jobMs) => {
      const last = (await lookTimes(jobMs)).at(-1)!;
      expect(last - jobMs).toBeGreaterThanOrEqual(0);
      expect(last - jobMs).toBeLessThanOrEqual(15);
    },
  );

  test('every 10 to 15 ms in the first half second, after some quicker first polls', async () => {
    const looks = (await lookTimes(10_000)).filter((at) => at <= 500);
    const gaps = looks.slice(1).map((at, index) => at - looks[index]!);
    const eager = gaps.findIndex((gap) => gap >= 10);
    expect(looks[eager]).toBeLessThan(40);
    for (const gap of gaps.slice(0, eager)) expect(gap).toBeLessThan(10);
    for (const gap of gaps.slice(eager)) expect(Math.abs(gap - 12.5)).toBeLessThanOrEqual(2.5);
  });

  test('four times a second afterwards, so that polls do not slow a long job', async () => {
    const looks = (await lookTimes(10_000)).filter((at) => at > 520);
    const gaps = looks.slice(1).map((at, index) => at - looks[index]!);
    expect(new Set(gaps)).toEqual(new Set([250]));
  });
});

test.each([
  [0, 1],
  [3, 1],
  [30, 10],
  [36, 12],
  [499.9, 12],
  [500, 250],
  [60_000, 250],
])('a job that is watched for %d ms is looked at again after %d ms', (watchedMs, waitMs) => {
  expect(lookAgainMs(watchedMs, printLimits)).toBe(waitMs);
});
