import { expect, test } from '@jest/globals';
import type { JobView } from '@sixpence/contracts/http/release';
import { jobsAfter } from './job-order.js';

const noon = Date.parse('2026-11-20T12:00:00Z');
const job = (id: string, createdAt: string, impressions = 0) => ({ id, createdAt, impressions }) as JobView;

test('the newest job is on top, and news of a job replaces what was known', () => {
  const older = job('a', '2026-11-20T10:00:00Z');
  const newer = job('b', '2026-11-20T11:00:00Z');
  const both = jobsAfter(jobsAfter([], newer, noon), older, noon);
  expect(both.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(jobsAfter(both, job('a', older.createdAt, 2), noon)[1]).toMatchObject({ id: 'a', impressions: 2 });
});

test('jobs of the day before leave the list', () => {
  expect(jobsAfter([job('a', '2026-11-19T11:59:00Z')], job('b', '2026-11-20T11:00:00Z'), noon)).toHaveLength(
    1,
  );
});
