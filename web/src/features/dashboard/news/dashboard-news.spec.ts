import { expect, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/http/live';
import { heardAfter, nothingHeard, spokenNews } from './dashboard-news.js';

const hear = (...news: LiveNews[]) =>
  news.reduce((heard, one) => heardAfter(heard, { news: one, nowMs: Date.now() }), nothingHeard);

test('each wallet has its own balance', () => {
  const heard = hear(
    { type: 'balance', available: { minor: 1000, currency: 'GBP' } },
    { type: 'balance', available: { minor: 250, currency: 'EUR' } },
    { type: 'balance', available: { minor: 985, currency: 'GBP' } },
  );
  expect([heard.pounds?.minor, heard.euros?.minor]).toEqual([985, 250]);
});

test('every used code is counted, so that the page knows when its own is gone', () => {
  expect(
    hear({ type: 'code-used', printer: 'hall' }, { type: 'code-used', printer: 'library' }).used,
  ).toEqual({
    count: 2,
    printer: 'library',
  });
});

test('a job that goes on is not read out at every page', () => {
  const job = { state: 'printing', fileName: 'a.pdf', impressions: 1, total: 3 };
  expect(spokenNews({ type: 'job', job } as LiveNews)).toBeUndefined();
});
