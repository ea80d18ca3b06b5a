import { expect, test } from '@jest/globals';
import type { JobView } from '@sixpence/contracts/http/release';
import { recentJobs } from './job-order.js';

const noon = Date.parse('2026-11-20T12:00:00Z');
const job = (id: string, createdAt: string) => ({ id, createdAt }) as JobView;

test('the newest job is on top', () => {
  const older = job('a', '2026-11-20T10:00:00Z');
  const newer = job('b', '2026-11-20T11:00:00Z');
  expect(recentJobs([older, newer], noon).map(({ id }) => id)).toEqual(['b', 'a']);
});

test('jobs older than a day leave the list', () => {
  const jobs = [job('a', '2026-11-19T11:59:00Z'), job('b', '2026-11-20T11:00:00Z')];
  expect(recentJobs(jobs, noon)).toHaveLength(1);
});
