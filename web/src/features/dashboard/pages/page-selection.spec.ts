import { expect, test } from '@jest/globals';
import { allKept, canToggle, keptPages, toggled } from './page-selection.js';

test('every page starts selected [row 230]', () => {
  expect(keptPages(allKept(3))).toEqual([1, 2, 3]);
});

test('a click takes a page out, and another click puts it back [row 231]', () => {
  const without = toggled(allKept(3), 2);
  expect(keptPages(without)).toEqual([1, 3]);
  expect(keptPages(toggled(without, 2))).toEqual([1, 2, 3]);
});

test('the last selected page stays selected [row 232]', () => {
  const onlyPage2 = toggled(toggled(allKept(3), 1), 3);
  expect(keptPages(onlyPage2)).toEqual([2]);
  expect(canToggle(onlyPage2, 2)).toBe(false);
  expect(keptPages(toggled(onlyPage2, 2))).toEqual([2]);
  expect(canToggle(onlyPage2, 1)).toBe(true);
});

test('the only page of a document stays selected [row 232]', () => {
  expect(keptPages(toggled(allKept(1), 1))).toEqual([1]);
});
