import { expect, test } from '@jest/globals';
import { allKept, canToggle, keptPages, toggled } from './page-selection.js';

test('every page starts selected', () => {
  expect(keptPages(allKept(3))).toEqual([1, 2, 3]);
});

test('clicking a page takes it out, clicking again brings it back', () => {
  const without = toggled(allKept(3), 2);
  expect(keptPages(without)).toEqual([1, 3]);
  expect(keptPages(toggled(without, 2))).toEqual([1, 2, 3]);
});

test('the last page that is kept stays', () => {
  const one = toggled(toggled(allKept(3), 1), 3);
  expect(keptPages(one)).toEqual([2]);
  expect(canToggle(one, 2)).toBe(false);
  expect(keptPages(toggled(one, 2))).toEqual([2]);
  expect(canToggle(one, 1)).toBe(true);
});

test('a document of one page keeps it', () => {
  expect(keptPages(toggled(allKept(1), 1))).toEqual([1]);
});
