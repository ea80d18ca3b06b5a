import { expect, test } from '@jest/globals';
import { isDiskFull } from './disk-full.js';

test.each([
  [{ code: 'ENOSPC' }, true],
  [{ code: 'EDQUOT' }, true],
  [{ code: 'ENOENT' }, false],
  [new Error('ENOSPC'), false],
  [null, false],
])('%j means that the disk is full: %j', (error, expected) => {
  expect(isDiskFull(error)).toBe(expected);
});
