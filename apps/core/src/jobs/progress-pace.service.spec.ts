import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { NewsService } from '../platform/news/news.service.js';
import type { JobRow } from './job-row.js';
import { ProgressPaceService } from './progress-pace.service.js';

const job = {
  ...{ id: 'job', agentId: 'box', ownerId: 'anna', counting: 'impressions', side: '1-Sided' },
  unitPrices: Array<number>(9).fill(5),
} as JobRow;

/** Made before the clock is faked: pino defers work to the next tick, which would count as a timer. */
const logger = pino({ level: 'silent' });
let storedCounts: number[];
let liveCounts: unknown[];
let pace: ProgressPaceService;
let store: (count: number) => Promise<JobRow | undefined>;

beforeEach(() => {
  jest.useFakeTimers();
  [storedCounts, liveCounts] = [[], []];
  store = (count) => {
    storedCounts.push(count);
    return Promise.resolve(job);
  };
  const news = {
    publishNow: (_: string, body: { impressions: number }) => liveCounts.push(body.impressions),
  };
  pace = new ProgressPaceService(news as unknown as NewsService, logger);
});
afterEach(() => {
  jest.useRealTimers();
});

async function reportCount(count: number): Promise<void> {
  const report = { jobId: 'job', sequence: count, state: 'printing' as const, impressions: count };
  await pace.report('box', report, () => store(count));
}

test('the count of a running job is stored once a second, while screens see each count', async () => {
  for (const count of [1, 2, 3]) await reportCount(count);
  expect([storedCounts, liveCounts]).toEqual([[1], [2, 3]]);
  await jest.advanceTimersByTimeAsync(999);
  expect(storedCounts).toEqual([1]);
  await jest.advanceTimersByTimeAsync(1);
  expect(storedCounts).toEqual([1, 3]);
});

test('a count that waits is stored when core stops', async () => {
  for (const count of [1, 2, 3]) await reportCount(count);
  await pace.onModuleDestroy();
  expect(storedCounts).toEqual([1, 3]);
});

test('core stops although the last count cannot be stored', async () => {
  for (const count of [1, 2]) await reportCount(count);
  store = () => Promise.reject(new Error('the database is away'));
  await expect(pace.onModuleDestroy()).resolves.toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test('a core that stops waits until the count is stored', async () => {
  for (const count of [1, 2]) await reportCount(count);
  let finish: () => void = () => undefined;
  store = () => new Promise((resolve) => (finish = () => resolve(undefined)));
  let hasStopped = false;
  const stopping = pace.onModuleDestroy().then(() => (hasStopped = true));
  await jest.advanceTimersByTimeAsync(0);
  expect(hasStopped).toBe(false);
  finish();
  await stopping;
});
