import { pagesInWords } from '@sixpence/theme/count-words';
import { inLanguage } from '@sixpence/theme/language';

export const pagesWords = inLanguage('pagesWords', {
  group: (fileName: string) => `Pages of ${fileName}`,
  page: (page: number) => `Page ${page}`,
  printedPage: (page: number) => `Page ${page}, printed`,
  printed: 'printed',
  oneStays: 'One page always stays.',
  lookAt: (page: number) => `Look at page ${page} closely`,
  look: 'Look closely',
  noPicture: 'No picture just now',
  close: 'Close',
  picture: (page: number, fileName: string) => `Page ${page} of ${fileName}`,
  place: (page: number, count: number) => `Page ${page} of ${count}`,
  previous: 'Previous page',
  next: 'Next page',
  print: 'Print this page',
  printAgain: 'Print this page again, and pay for it again',
  only: 'Print only these pages',
  onlyHint: (count: number) => `For example 1-3, 7. There are ${count}.`,
  onlyWrong: (count: number) => `Write pages from 1 to ${count} like this: 1-3, 7`,
  keepOnly: 'Keep only these',
});

/** The number of pages that print, with a hint. */
export const selectionInWords = inLanguage('selectionInWords', (kept: number, count: number): string => {
  if (count === 1) return 'This page prints.';
  if (kept === count) return 'All pages print. Click a page to leave it out.';
  return `${kept} of ${count} pages print. Close to leave out the others.`;
});

/**
 * The same after a partial print, when pages were printed and paid; `again` counts the ticked ones among
 * these.
 */
export const restSelectionInWords = inLanguage(
  'restSelectionInWords',
  (kept: number, again: number): string => {
    const prints = `${pagesInWords(kept)} ${kept === 1 ? 'prints' : 'print'}.`;
    if (again === 0)
      return `${prints} Printed pages are left out: click one to print it, and pay for it, again.`;
    return `${prints} ${again === 1 ? 'One of them was' : `${again} of them were`} printed before and will be paid for again.`;
  },
);
