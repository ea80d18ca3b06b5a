import { expect, test } from '@jest/globals';
import { leaveOutPrinted, type EndedJob, type LeftOut, type PrintedDocument } from './rest.js';

/** A document of five pages, of which no page is printed and no other job exists. */
const five: PrintedDocument = {
  keptPages: null,
  endedPrinted: null,
  endedLeft: null,
  printedPages: [],
  isAtWork: false,
  isThere: true,
  newest: { revision: 1, pageCount: 5, keepPages: null },
};
const noted = { endedPrinted: [1, 2, 3], endedLeft: [4, 5] };
const selected = (keepPages: number[] | null) => ({ newest: { revision: 2, pageCount: 5, keepPages } });
const leftOut = (printedPages: number[], rest: number[] | null): LeftOut => ({
  endedPrinted: null,
  endedLeft: null,
  printedPages,
  rest,
});

type Example = [
  title: string,
  job: Partial<EndedJob>,
  document: Partial<PrintedDocument>,
  LeftOut | undefined,
];

const examples: Example[] = [
  ['a complete job leaves nothing out', { captured: 5 }, {}, undefined],
  ['a complete job records nothing while other jobs run', { captured: 5 }, { isAtWork: true }, undefined],
  ['a job that printed nothing leaves nothing out', { captured: 0 }, {}, undefined],
  ['a job that is not decided leaves nothing out', { captured: undefined }, {}, undefined],
  ['the first pages of the original are left out', { captured: 2 }, {}, leftOut([1, 2], [3, 4, 5])],
  [
    'a job of selected pages counts by their numbers in the original',
    { revision: 2, total: 3, captured: 2 },
    { keptPages: [2, 4, 5], ...selected([2, 4, 5]) },
    leftOut([2, 4], [5]),
  ],
  [
    'pages that were printed before stay printed',
    { revision: 2, total: 2, captured: 1 },
    { keptPages: [4, 5], printedPages: [1, 2, 3], ...selected([4, 5]) },
    leftOut([1, 2, 3, 4], [5]),
  ],
  [
    'pages that were selected meanwhile stay selected',
    { captured: 2 },
    selected([2, 4]),
    leftOut([1, 2], [4]),
  ],
  [
    'nothing remains of a selection that was printed',
    { captured: 2 },
    selected([1, 2]),
    leftOut([1, 2], null),
  ],
  ['a selection without printed pages stays', { captured: 2 }, selected([3, 4]), leftOut([1, 2], null)],
  [
    'a newest revision that selects nothing of the original stays',
    { captured: 2 },
    selected(null),
    leftOut([1, 2], null),
  ],
  ['a document without a revision stays', { captured: 2 }, { newest: null }, leftOut([1, 2], null)],
  [
    'a deleted document records the printed pages',
    { captured: 2 },
    { isThere: false },
    leftOut([1, 2], null),
  ],
  [
    'a job of a removed revision leaves nothing out',
    { revision: 3, captured: 2 },
    selected([1, 2, 3]),
    undefined,
  ],
  [
    'while another job runs, pages are only recorded',
    { captured: 3 },
    { isAtWork: true },
    { ...noted, printedPages: [], rest: null },
  ],
  [
    'a second job that ends while others run adds its pages to the recorded ones',
    { captured: 4 },
    { ...noted, isAtWork: true },
    { endedPrinted: [1, 2, 3, 1, 2, 3, 4], endedLeft: [4, 5, 5], printedPages: [], rest: null },
  ],
  ['of two copies the one with the fewest pages decides', { captured: 4 }, noted, leftOut([1, 2, 3], [4, 5])],
  ['of two copies the later one may have the fewest', { captured: 1 }, noted, leftOut([1], [2, 3, 4, 5])],
  ['a copy that printed nothing lacks every page', { captured: 0 }, noted, leftOut([], null)],
  [
    'a complete copy leaves out the pages that the other copy printed',
    { captured: 5 },
    noted,
    leftOut([1, 2, 3], [4, 5]),
  ],
  ['a copy that is not decided lacks no page', { captured: undefined }, noted, leftOut([1, 2, 3], [4, 5])],
  [
    'a complete copy keeps the recorded pages while other jobs run',
    { captured: 5 },
    { ...noted, isAtWork: true },
    { ...noted, printedPages: [], rest: null },
  ],
];

test.each(examples)('%s', (_, job, document, expected) => {
  const ended = { revision: 1, total: 5, captured: undefined, ...job };
  expect(leaveOutPrinted(ended, { ...five, ...document })).toEqual(expected);
});

test('pages are listed once and ascending', () => {
  const document = { ...five, endedPrinted: [5, 3, 3], endedLeft: [], printedPages: [9, 3] };
  expect(leaveOutPrinted({ revision: 1, total: 5, captured: 1 }, document)).toEqual(
    leftOut([1, 3, 9], [2, 3, 4, 5]),
  );
  expect(leaveOutPrinted({ revision: 1, total: 5, captured: 5 }, document)).toEqual(
    leftOut([3, 5, 9], [1, 2, 4]),
  );
});
