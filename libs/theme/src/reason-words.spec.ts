import { expect, test } from '@jest/globals';
import { jobReasonNames, jobReasons } from '@sixpence/contracts/printing/job-reasons';
import { reasonWords as german } from './reason-words.de.js';
import { reasonWords } from './reason-words.js';

test.each(jobReasonNames)('%s has a German sentence, remedy, and words for staff', (name) => {
  const { sentence, remedy, staff } = german[name];
  expect(sentence).toMatch(/^[A-ZÄÖÜ][^.]*\.$/);
  expect(remedy ?? 'nothing.').toMatch(/^.[^.]*\.$/);
  expect(remedy === undefined).toBe(jobReasons[name].remedy === undefined);
  expect(staff).toMatch(/^\S+( \S+){0,2}$/);
  expect(sentence).not.toBe(reasonWords[name].sentence);
});
