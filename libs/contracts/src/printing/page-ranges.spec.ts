import { expect, test } from '@jest/globals';
import { pageRanges, rangesInText } from './page-ranges.js';

test.each([
  [[], [], ''],
  [[4], [[4, 4]], '4'],
  [[1, 2], [[1, 2]], '1–2'],
  [
    [1, 2, 3, 7],
    [
      [1, 3],
      [7, 7],
    ],
    '1–3, 7',
  ],
  [
    [2, 4, 5, 9, 10, 11],
    [
      [2, 2],
      [4, 5],
      [9, 11],
    ],
    '2, 4–5, 9–11',
  ],
])('the ranges of pages %j are %j', (pages, ranges, text) => {
  expect(pageRanges(pages)).toEqual(ranges);
  expect(rangesInText(pageRanges(pages))).toBe(text);
});
