import { describe, expect, test } from '@jest/globals';
import { pagesToKeep } from './pages-to-keep.js';

const whole = (pageCount: number) => ({
  ...{ revision: 1, pageCount, basedOn: null, keepPages: null, printedPages: [] },
});
const keep = (pageCount: number, pages: number[]) =>
  pagesToKeep(whole(pageCount), { pages, putBack: [] }).pages;

describe('pages to keep', () => {
  test('are sorted, without duplicates', () => {
    expect(keep(5, [5, 1, 3, 1])).toEqual([1, 3, 5]);
    expect(pagesToKeep(whole(5), { pages: [5, 1], putBack: [] })).toEqual({
      ...{ basedOn: 1, pages: [1, 5], isUnchanged: false },
    });
    expect(pagesToKeep(whole(3), { pages: [3, 1, 2, 2], putBack: [] }).isUnchanged).toBe(true);
  });

  test('are sorted as numbers', () => {
    expect(keep(12, [10, 2, 1, 11])).toEqual([1, 2, 10, 11]);
  });

  test('without any page are refused with 400 [row 352]', () => {
    expect(() => keep(5, [])).toThrow(expect.objectContaining({ code: 'pages.none-left', status: 400 }));
  });

  test.each([[[0]], [[6]], [[1, -1]]])('%j of five are refused with 400', (pages) => {
    expect(() => keep(5, pages)).toThrow(
      expect.objectContaining({ code: 'pages.out-of-range', status: 400 }),
    );
  });
});

describe('pages to keep of a rest', () => {
  /** Pages 4, 5, 7, 8, and 9 of an original; 2 and 3 were printed, 1 and 6 were deselected. */
  const rest = { revision: 3, pageCount: 5, basedOn: 1, keepPages: [4, 5, 7, 8, 9], printedPages: [2, 3] };

  test('have the numbers of the original', () => {
    expect(pagesToKeep(rest, { pages: [1, 3, 5], putBack: [] })).toEqual({
      ...{ basedOn: 1, pages: [4, 7, 9], isUnchanged: false },
    });
  });

  test('include printed pages that are put back', () => {
    expect(pagesToKeep(rest, { pages: [1, 2], putBack: [3] }).pages).toEqual([3, 4, 5]);
    expect(pagesToKeep(rest, { pages: [], putBack: [2] }).pages).toEqual([2]);
  });

  test('are unchanged if all are kept, and changed with a printed page', () => {
    expect(pagesToKeep(rest, { pages: [1, 2, 3, 4, 5], putBack: [] }).isUnchanged).toBe(true);
    expect(pagesToKeep(rest, { pages: [1, 2, 3, 4, 5], putBack: [2] }).isUnchanged).toBe(false);
    expect(pagesToKeep(rest, { pages: [1, 2, 3, 4], putBack: [2] }).isUnchanged).toBe(false);
  });

  test.each([1, 6, 10, 0])('cannot include page %d, which was not printed', (page) => {
    expect(() => pagesToKeep(rest, { pages: [1], putBack: [page] })).toThrow('Only pages that were printed');
  });

  test('of a later revision without printed pages are based on it', () => {
    const before = { ...rest, basedOn: 2, keepPages: [1, 3, 4, 5, 6], printedPages: [] };
    expect(pagesToKeep(before, { pages: [2], putBack: [] })).toEqual({
      ...{ basedOn: 3, pages: [2], isUnchanged: false },
    });
    expect(pagesToKeep(before, { pages: [1, 2, 3, 4, 5], putBack: [] }).isUnchanged).toBe(true);
    const printed = { ...before, printedPages: [2] };
    expect(() => pagesToKeep(printed, { pages: [1], putBack: [2] })).toThrow('Only pages that were printed');
  });
});
