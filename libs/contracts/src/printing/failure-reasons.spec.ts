import { expect, test } from '@jest/globals';
import { failureReasonNames, failureReasons } from './failure-reasons.js';

test.each(failureReasonNames)('%s is told in one sentence, with one that helps', (name) => {
  const { why, remedy } = failureReasons[name];
  expect(why).toMatch(/^[A-Z][^.]*\.$/);
  expect(remedy).toMatch(/^[A-Z][^.]*\.$/);
});
