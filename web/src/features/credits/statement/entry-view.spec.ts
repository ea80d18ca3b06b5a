import { describe, expect, test } from '@jest/globals';
import type { StatementEntry } from '@sixpence/contracts/http/statement';
import { entryViews } from './entry-view.js';

const print: StatementEntry = {
  id: 'job-1',
  type: 'Print',
  fileName: 'thesis.pdf',
  totalPages: 3,
  amount: -0.15,
  timeStamp: '2026-11-22T10:00:00.000Z',
};
const view = (entry: Partial<StatementEntry>) => entryViews([{ ...print, ...entry }], 'GBP')[0];

describe('a row of the statement', () => {
  test('has the name of the file, its pages, and what it cost', () => {
    expect(view({})).toMatchObject({
      type: 'thesis.pdf',
      pages: '3',
      amount: '-£0.15',
      details: [],
      isGain: false,
    });
  });

  test('is called Top Up Admin where staff have given it', () => {
    const given = view({ type: 'Admin', fileName: 'Opening balance', totalPages: 0, amount: 10 });
    expect(given).toMatchObject({ type: 'Top Up Admin', pages: '', amount: '+£10.00', isGain: true });
  });

  test('says which pages they are of a document that was printed in part', () => {
    const ends = {
      which: [
        [1, 2],
        [5, 5],
      ] as [number, number][],
    };
    expect(view({ totalPages: 3, ...ends })!.details).toEqual(['Pages 1–2, 5']);
    expect(view({ totalPages: 1, which: [[3, 3]] })!.details).toEqual(['Page 3']);
  });

  test('says how many pages were in colour, and what came back', () => {
    const { details } = view({ colorPages: 1, cameBack: { pages: 1, amount: 0.05 } })!;
    expect(details).toEqual(['1 in colour', '1 page did not come out: £0.05 came back.']);
  });
});

test('the newest row comes first [row 141]', () => {
  const moments = ['2026-11-20T10:00:00.000Z', '2026-11-22T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];
  const views = entryViews(
    moments.map((timeStamp) => ({ ...print, timeStamp })),
    'EUR',
  );
  expect(views.map(({ timeStamp }) => timeStamp)).toEqual([moments[1], moments[2], moments[0]]);
});
