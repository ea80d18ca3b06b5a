import { Refusal } from '@sixpence/contracts/refusals';

/**
 * Page numbers to keep, sorted and without repeats. Pages count from 1, as on paper.
 * One page always stays: the site disables the last tick, and we hold other clients to it too.
 * @throws Refusal `pages.none-left` or `pages.out-of-range`
 */
export function pagesToKeep(pageCount: number, requested: readonly number[]): number[] {
  const pages = [...new Set(requested)].sort((a, b) => a - b);
  if (pages.length === 0) throw new Refusal('pages.none-left', 'Please keep at least one page.');
  if (pages.some((page) => page < 1 || page > pageCount)) {
    throw new Refusal('pages.out-of-range', `Pages go from 1 to ${pageCount}.`);
  }
  return pages;
}
