import { expect, test } from '@jest/globals';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { currentJob, pageWords } from './current-job.js';

const job = (state: PanelJob['state'], impressions = 0) => ({ state, impressions, pages: 3 }) as PanelJob;

test('the job under way is the current one, then the next in the queue, then the last', () => {
  expect(currentJob([job('completed'), job('printing'), job('waiting')])?.state).toBe('printing');
  expect(currentJob([job('completed'), job('waiting')])?.state).toBe('waiting');
  expect(currentJob([job('partial'), job('completed')])?.state).toBe('completed');
  expect(currentJob([])).toBeUndefined();
});

test.each([
  [job('printing'), 'Page 1 of 3'],
  [job('printing', 2), 'Page 3 of 3'],
  [job('printing', 3), 'Page 3 of 3'],
  [job('stalled', 1), 'Page 2 of 3'],
  [job('sending'), 'Getting ready'],
  [job('waiting'), 'Waiting'],
  [job('completed', 3), 'Finishing'],
])('%j reads "%s"', (given, words) => {
  expect(pageWords(given)).toBe(words);
});
