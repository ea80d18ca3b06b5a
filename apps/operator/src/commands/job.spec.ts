import { beforeEach, expect, jest, test } from '@jest/globals';
import { JobDecisionsService } from '@sixpence/core/jobs/job-decisions.service';
import { OpenJobs } from '@sixpence/core/jobs/views/open-jobs.query';
import { money } from '@sixpence/money/money';
import { clearCalls, json, lines, operator, runCommand, type StandIn } from '../testing/run-command.js';

const jobId = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
const job = {
  id: jobId,
  printer: 'Hall',
  owner: 'anna',
  state: 'stalled',
  reason: null as string | null,
  impressions: 2,
  total: 5,
  createdAt: new Date('2026-11-23T10:00:00Z'),
};
const openJobs = {
  listOpenJobs: jest.fn(() => Promise.resolve([job, { ...job, reason: 'media-jam' }])),
  listShortCounts: jest.fn(() => Promise.resolve([] as (typeof job)[])),
};
const decisions = {
  capture: jest.fn((_decision: object) => Promise.resolve(true)),
  job: jest.fn((_id: string) => Promise.resolve({ currency: 'GBP' })),
  giveBack: jest.fn((_decision: object) => Promise.resolve<unknown>(money(10, 'GBP'))),
};
const standIns: StandIn[] = [
  [OpenJobs, openJobs],
  [JobDecisionsService, decisions],
];
beforeEach(() => {
  clearCalls(standIns);
});

test('jobs with a hold are listed with reasons for staff; `--short` lists completed jobs with missing pages', async () => {
  const [header, first, second] = await lines(['job', 'list'], standIns);
  expect(header).toBe('Job\tPrinter\tPerson\tState\tReason\tPages\tBegun');
  expect(first).toBe(`${jobId}\tHall\tanna\tstalled\t\t2 of 5\t2026-11-23T10:00:00.000Z`);
  expect(second).toContain('\tstalled\tpaper jam\t2 of 5\t');
  expect(openJobs.listShortCounts).not.toHaveBeenCalled();
  expect(await lines(['job', 'list', '--short'], standIns)).toEqual(['No jobs.']);
  expect(openJobs.listOpenJobs).toHaveBeenCalledTimes(1);
});

test.each([
  ['capture', ['--pages', '3'], 3, 'Captured 3 pages.', { captured: true }],
  ['give-back', [], 0, 'Given back.', { givenBack: true }],
])('job %s settles the job with its reason', async (command, more, pages, line, told) => {
  const argv = ['job', command, jobId, '--reason', 'I counted', ...more];
  expect(await lines(argv, standIns)).toEqual([line]);
  expect(decisions.capture.mock.calls).toEqual([[{ jobId, actor: operator, reason: 'I counted', pages }]]);
  expect(await json(argv, standIns)).toEqual({ jobId, ...told });
});

test.each([
  ['capture', ['--pages', '3'], 'It was settled before.'],
  ['give-back', [], 'It was settled before: say how much by credit give-back.'],
])('job %s of a settled job exits with 1', async (command, more, line) => {
  decisions.capture.mockResolvedValueOnce(false);
  const answer = await runCommand(['job', command, jobId, '--reason', 'x', ...more], standIns);
  expect(answer).toMatchObject({ status: 1, stdout: `${line}\n`, closed: 1 });
});

test.each([
  [['--pages', '2'], { pages: 2 }, '2'],
  [['--amount', '0.10'], money(10, 'GBP'), '0.10'],
  [[], 'all that remains', 'all'],
  [['--pages', '2', '--key', 'again'], { pages: 2 }, undefined],
])('credit give-back with %j gives that part back, once for each key', async (more, amount, ofKey) => {
  const argv = ['credit', 'give-back', jobId, '--reason', 'torn', ...more];
  expect(await lines(argv, standIns)).toEqual(['Given back: £0.10.']);
  const key = `give-back:${ofKey === undefined ? 'again' : `${jobId}:${ofKey}`}`;
  const decision = { jobId, actor: operator, reason: 'torn', amount, key };
  expect(decisions.giveBack.mock.calls).toEqual([[decision]]);
  expect(await json(argv, standIns)).toMatchObject({ jobId, givenBack: true });
});

test('a repeated give-back says how to give back again', async () => {
  decisions.giveBack.mockResolvedValueOnce(undefined);
  expect(await lines(['credit', 'give-back', jobId, '--reason', 'torn'], standIns)).toEqual([
    'It was given back before. To give it back again, add a --key.',
  ]);
  decisions.giveBack.mockResolvedValueOnce(undefined);
  expect(await json(['credit', 'give-back', jobId, '--reason', 'torn'], standIns)).toEqual({
    jobId,
    givenBack: false,
  });
});

test.each([
  [2, ['job', 'capture', jobId, '--pages', '3'], '--reason is missing'],
  [2, ['job', 'capture', jobId, '--reason', '', '--pages', '3'], '--reason is missing'],
  [2, ['job', 'capture', jobId, '--reason', 'x'], '--pages is missing'],
  [2, ['job', 'capture', jobId, '--reason', 'x', '--pages', '12345'], 'Give a number of pages, not 12345'],
  [2, ['job', 'capture', jobId, '--reason', 'x', '--pages', '1.5'], 'Give a number of pages, not 1.5'],
  [
    1,
    ['job', 'capture', `${jobId}0`, '--reason', 'x', '--pages', '1'],
    'There is no such job. See: job list',
  ],
  [1, ['job', 'give-back', 'x', '--reason', 'x'], 'There is no such job. See: job list'],
  [1, ['credit', 'give-back', 'x', '--reason', 'x'], 'There is no such job. See: statement <email>'],
  [2, ['credit', 'give-back', jobId, '--reason', 'x', '--pages', '0'], 'Give back more than nothing'],
  [2, ['credit', 'give-back', jobId, '--reason', 'x', '--amount', '0'], 'Give back more than nothing'],
  [
    2,
    ['credit', 'give-back', jobId, '--reason', 'x', '--amount', '1', '--pages', '1'],
    'Give one of --pages and --amount',
  ],
])('exits with %i for %j and settles nothing', async (status, argv, sentence) => {
  const answer = await runCommand(argv, standIns);
  expect(answer).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(sentence) });
  expect([decisions.capture.mock.calls, decisions.giveBack.mock.calls]).toEqual([[], []]);
});
