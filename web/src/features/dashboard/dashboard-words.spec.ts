import { expect, test } from '@jest/globals';
import {
  abilitiesInWords,
  foundWords,
  restSelectionInWords,
  selectionInWords,
} from './dashboard-words.en.js';

test.each([
  [1, 1, 'This page prints.'],
  [3, 3, 'All pages print. Click a page to leave it out.'],
  [1, 3, '1 of 3 pages print. Close to leave out the others.'],
])('for %i of %i ticked pages the page says: %s', (kept, count, words) => {
  expect(selectionInWords(kept, count)).toBe(words);
});

const leftOut = 'Printed pages are left out: click one to print it, and pay for it, again.';
test.each([
  [1, 0, `1 page prints. ${leftOut}`],
  [2, 0, `2 pages print. ${leftOut}`],
  [2, 1, '2 pages print. One of them was printed before and will be paid for again.'],
  [3, 2, '3 pages print. 2 of them were printed before and will be paid for again.'],
])('for %i ticked pages, %i of them printed before, the page says: %s', (kept, again, words) => {
  expect(restSelectionInWords(kept, again)).toBe(words);
});

test.each([
  [0, '', 'Type a part of its name.'],
  [1, '', 'You have chosen:'],
  [0, 'li', 'There is no such place. Try fewer letters.'],
  [1, 'li', 'One place:'],
  [2, 'li', '2 places:'],
])('for %i sites with the letters "%s" the page says: %s', (count, letters, words) => {
  expect(foundWords(count, letters)).toBe(words);
});

test.each([
  [{ color: true, duplex: true }, 'Colour, two-sided'],
  [{ color: false, duplex: true }, 'Black-and-white, two-sided'],
  [{ color: true, duplex: false }, 'Colour, one-sided only'],
  [{ color: null, duplex: true }, undefined],
  [{ color: true, duplex: null }, undefined],
])('a printer with %j is described as %j', (printer, words) => {
  expect(abilitiesInWords(printer)).toBe(words);
});
