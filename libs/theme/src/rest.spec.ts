import { expect, test } from '@jest/globals';
import type { Rest } from './rest.js';
import { words as german } from './shared-words.de.js';
import { restInWords } from './shared-words.en.js';

const cases: [Rest, english: string, german: string][] = [
  [
    { count: 10, pages: [[3, 12]], printed: [[1, 2]] },
    'Pages 3–12 (the first 2 were printed)',
    'Seiten 3–12 (die ersten 2 wurden gedruckt)',
  ],
  [
    { count: 1, pages: [[2, 2]], printed: [[1, 1]] },
    'Page 2 (the first was printed)',
    'Seite 2 (die erste wurde gedruckt)',
  ],
  [
    {
      count: 4,
      pages: [
        [1, 3],
        [5, 5],
      ],
      printed: [[4, 4]],
    },
    'Pages 1–3, 5 (page 4 was printed)',
    'Seiten 1–3, 5 (Seite 4 wurde gedruckt)',
  ],
  [
    {
      count: 2,
      pages: [
        [1, 1],
        [4, 4],
      ],
      printed: [[2, 3]],
    },
    'Pages 1, 4 (pages 2–3 were printed)',
    'Seiten 1, 4 (die Seiten 2–3 wurden gedruckt)',
  ],
  [
    {
      count: 9,
      pages: [
        [1, 1],
        [3, 3],
        [5, 5],
        [7, 7],
      ],
      printed: [
        [2, 2],
        [4, 4],
        [6, 6],
        [8, 8],
      ],
    },
    '9 pages (others were printed)',
    '9 Seiten (andere wurden gedruckt)',
  ],
  [
    {
      count: 6,
      pages: [
        [1, 2],
        [4, 5],
        [7, 8],
      ],
      printed: [
        [3, 3],
        [6, 6],
        [9, 9],
      ],
    },
    'Pages 1–2, 4–5, 7–8 (pages 3, 6, 9 were printed)',
    'Seiten 1–2, 4–5, 7–8 (die Seiten 3, 6, 9 wurden gedruckt)',
  ],
  [
    {
      count: 1,
      pages: [[9, 9]],
      printed: [
        [1, 1],
        [3, 4],
      ],
    },
    'Page 9 (the first 3 were printed)',
    'Seite 9 (die ersten 3 wurden gedruckt)',
  ],
  [{ count: 1, pages: [], printed: [] }, '1 page (others were printed)', '1 Seite (andere wurden gedruckt)'],
];

test.each(cases)(
  'the rest %j is described in one line, in English and in German',
  (rest, english, inGerman) => {
    expect(restInWords(rest)).toBe(english);
    expect(german.restInWords(rest)).toBe(inGerman);
  },
);
