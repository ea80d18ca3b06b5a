import { expect, test } from '@jest/globals';
import { failureReasonNames, failureReasons } from './failure-reasons.js';

test.each(failureReasonNames)(
  'the failure reason %s has one sentence with the reason and one with the remedy',
  (name) => {
    const { why, remedy } = failureReasons[name];
    expect(why).toMatch(/^[A-Z][^.]*\.$/);
    expect(remedy).toMatch(/^[A-Z][^.]*\.$/);
  },
);
