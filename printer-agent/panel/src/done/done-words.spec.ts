import { expect, test } from '@jest/globals';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { headline } from './done-words.en.js';

const job = (state: PanelJob['state'], impressions: number) => ({ state, impressions }) as PanelJob;
const cancelledBy = (reason: PanelJob['reason']) => ({ ...job('canceled', 0), reason });
const cancelled = cancelledBy('canceled-by-person');

test.each([
  [[job('completed', 3)], 'Your document is printed.'],
  [[job('completed', 3), job('completed', 1)], 'Your documents are printed.'],
  [[job('completed', 3), job('partial', 2)], 'Not everything came out.'],
  [[job('failed', 0), job('canceled', 0)], 'Nothing was printed.'],
  [[job('completed', 3), job('checking', 1)], 'We are checking what came out.'],
  [[job('completed', 3), cancelled], 'The rest was cancelled, as you wished.'],
  [[cancelled], 'Cancelled, as you wished.'],
  [[job('partial', 2), cancelled], 'Not everything came out.'],
  [[cancelledBy('canceled-at-printer')], 'Nothing was printed.'],
])('%j reads "%s"', (jobs, words) => {
  expect(headline(jobs)).toBe(words);
});
