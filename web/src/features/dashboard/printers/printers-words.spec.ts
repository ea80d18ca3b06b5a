import { expect, test } from '@jest/globals';
import { abilitiesInWords, foundWords } from './printers-words.js';

test.each([
  [0, '', 'Type a part of its name.'],
  [1, '', 'You have chosen:'],
  [0, 'li', 'There is no such place. Try fewer letters.'],
  [1, 'li', 'One place:'],
  [2, 'li', '2 places:'],
])('%i places for the letters "%s" are announced by: %s', (count, letters, words) => {
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
