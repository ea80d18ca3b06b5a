import { describe, expect, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { pagesToKeep } from './pages-to-keep.js';

describe('pages to keep', () => {
  test('are sorted and stand once', () => {
    expect(pagesToKeep(5, [5, 1, 3, 1])).toEqual([1, 3, 5]);
  });

  test('are sorted as numbers', () => {
    expect(pagesToKeep(12, [10, 2, 1, 11])).toEqual([1, 2, 10, 11]);
  });

  test.each([[[]], [[0]], [[6]], [[1, -1]]])('%j of five are refused [row 352]', (pages) => {
    expect(() => pagesToKeep(5, pages)).toThrow(Refusal);
  });
});
