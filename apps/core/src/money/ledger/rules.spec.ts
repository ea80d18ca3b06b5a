import { expect, test } from '@jest/globals';
import { firstJobOf, theBeginning } from './rules.query.js';

test('the smallest job id for a time is one day earlier than the time', () => {
  // 0x01900000_0000 milliseconds after 1970, and one day.
  expect(firstJobOf(new Date(0x0190_0000_0000 + 86_400_000))).toBe('01900000-0000-0000-0000-000000000000');
  expect(firstJobOf(new Date(0x0190_0000_0000 + 86_399_999))).toBe('018fffff-ffff-0000-0000-000000000000');
});

test('the smallest job id for a time on the first day of 1970 is all zeros', () => {
  expect(firstJobOf(new Date(1))).toBe(theBeginning.fromJob);
});
