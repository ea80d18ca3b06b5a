import { expect, test } from '@jest/globals';
import type { JobView } from '@sixpence/contracts/http/release';
import { spokenJob } from './spoken-news.js';

test('a printing job is not read out at every page', () => {
  const job = { state: 'printing', fileName: 'a.pdf', impressions: 1, total: 3 };
  expect(spokenJob(job as JobView)).toBeUndefined();
});
