import { expect, test } from '@jest/globals';
import { asRanges, pagesIn } from './page-ranges.js';

test.each([
  ['3', [3]],
  ['1-3, 7', [1, 2, 3, 7]],
  [' 7 ,1 - 3,', undefined],
  ['7; 1–3', [1, 2, 3, 7]],
  ['8-', [8, 9, 10]],
  ['2, 2, 1-2', [1, 2]],
  ['10', [10]],
  ['11', undefined],
  ['0', undefined],
  ['5-3', undefined],
  ['-3', undefined],
  ['', undefined],
  ['one', undefined],
  ['1-2-3', undefined],
])('for a document of ten pages "%s" means %j', (written, pages) => {
  expect(pagesIn(written, 10)).toEqual(pages);
});

test.each([
  [[1, 2, 3, 7], '1-3, 7'],
  [[5], '5'],
  [[], ''],
])('%j is written "%s"', (pages, written) => {
  expect(asRanges(pages)).toBe(written);
});
