import { expect, test } from '@jest/globals';
import { jobReasonNames, jobReasons } from '@sixpence/contracts/printing/job-reasons';
import { words as german } from './shared-words.de.js';
import { reasonWords } from './shared-words.en.js';

test.each(jobReasonNames)('the job reason %s has a German sentence, remedy, and words for staff', (name) => {
  const words: { sentence: string; forStaff: string; remedy?: string } = german.reasonWords[name];
  const { sentence, remedy, forStaff } = words;
  expect(sentence).toMatch(/^[A-ZÄÖÜ][^.]*\.$/);
  expect(remedy ?? 'nothing.').toMatch(/^.[^.]*\.$/);
  expect(remedy === undefined).toBe(jobReasons[name].remedy === undefined);
  expect(forStaff).toMatch(/^\S+( \S+){0,2}$/);
  expect(sentence).not.toBe(reasonWords[name].sentence);
});
