import { expect, test } from '@jest/globals';
import type { JobView } from '@sixpence/contracts/http/release';
import { isUnderWay, recentJobs } from './job-order.js';

const noon = Date.parse('2026-11-20T12:00:00Z');
const job = (id: string, createdAt: string) => ({ id, createdAt }) as JobView;

test('the newest job is on top', () => {
  const older = job('a', '2026-11-20T10:00:00Z');
  const newer = job('b', '2026-11-20T11:00:00Z');
  expect(recentJobs([older, newer], noon).map(({ id }) => id)).toEqual(['b', 'a']);
});

test('jobs leave the list after a day', () => {
  const jobs = [job('a', '2026-11-19T12:00:00.000Z'), job('b', '2026-11-19T12:00:00.001Z')];
  expect(recentJobs(jobs, noon).map(({ id }) => id)).toEqual(['b']);
});

test.each([
  ...(['held', 'printing', 'stalled'] as const).map((state) => [state, true] as const),
  ...(['checking', 'completed', 'partial', 'failed', 'canceled'] as const).map(
    (state) => [state, false] as const,
  ),
])('a job in the state %s is under way: %j', (state, expected) => {
  expect(isUnderWay({ state })).toBe(expected);
});
