import { expect, test } from '@jest/globals';
import { countOf } from './count.mjs';

test.each([
  ['no test was found', 1, undefined],
  ['every test is skipped', 0, { passed: 0, failed: 0, skipped: 3 }],
  ['a file could not run', 1, { passed: 2, failed: 0, skipped: 0 }],
])('a group fails if %s', (_, status, found) => {
  expect(countOf(status, found).failed).toBe(1);
});

test('a group whose tests pass counts them', () => {
  const found = { passed: 2, failed: 0, skipped: 1 };
  expect(countOf(0, found)).toEqual(found);
});
