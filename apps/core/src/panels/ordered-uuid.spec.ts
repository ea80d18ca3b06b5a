import { expect, test } from '@jest/globals';
import { orderedUuid } from './ordered-uuid.js';

test('an ordered uuid has its time in front, its version, and its variant', () => {
  expect(orderedUuid(0x0123456789ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ordered uuids are unique and sort by time', () => {
  const uuids = Array.from({ length: 1_000 }, (_, at) => orderedUuid(at));
  expect(new Set(uuids).size).toBe(1_000);
  expect(uuids.toSorted()).toEqual(uuids);
});
