import { expect, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { spokenNews } from './news-words.js';

test('a job that goes on is not read out at every page', () => {
  const job = { state: 'printing', fileName: 'a.pdf', impressions: 1, total: 3 };
  expect(spokenNews({ type: 'job', job } as LiveNews)).toBeUndefined();
});
