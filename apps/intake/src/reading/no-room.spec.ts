import { expect, test } from '@jest/globals';
import { isNoRoom } from './no-room.js';

test.each([
  [{ code: 'ENOSPC' }, true],
  [{ code: 'EDQUOT' }, true],
  [{ code: 'ENOENT' }, false],
  [new Error('ENOSPC'), false],
  [null, false],
])('%j means that the disk is full: %j', (error, expected) => {
  expect(isNoRoom(error)).toBe(expected);
});
