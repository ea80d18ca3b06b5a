import { expect, test } from '@jest/globals';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { pageWords } from './printing-words.en.js';

const job = (state: PanelJob['state'], impressions = 0) => ({ state, impressions, pages: 3 }) as PanelJob;

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
