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
  test('it has the name of the file, its pages, and its price', () => {
    expect(view({})).toMatchObject({
      type: 'thesis.pdf',
      pages: '3',
      amount: '-£0.15',
      details: [],
      isGain: false,
    });
  });

  test('for a grant by staff it is called Top Up Admin', () => {
    const entry = view({ type: 'Admin', fileName: 'Opening balance', totalPages: 0, amount: 10 });
    expect(entry).toMatchObject({ type: 'Top Up Admin', pages: '', amount: '+£10.00', isGain: true });
  });

  test('it names the printed pages of a partly printed document', () => {
    const which: [number, number][] = [
      [1, 2],
      [5, 5],
    ];
    expect(view({ totalPages: 3, which })!.details).toEqual(['Pages 1–2, 5']);
    expect(view({ totalPages: 1, which: [[3, 3]] })!.details).toEqual(['Page 3']);
  });

  test.each([
    [{ type: 'Print', totalPages: 0, amount: 0 }, '0', '£0.00', false],
    [{ type: 'TopUp', totalPages: 0, amount: 0.01 }, '', '+£0.01', true],
    [{ type: 'Refund', totalPages: 2, amount: 1.15 }, '2', '+£1.15', true],
    [{ type: 'Refund', totalPages: 0, amount: -4.35 }, '', '-£4.35', false],
  ] as const)('for %j it has "%s" pages and the amount %s', (entry, pages, amount, isGain) => {
    expect(view(entry)).toMatchObject({ pages, amount, isGain, type: 'thesis.pdf' });
  });

  test('it has no detail about zero pages', () => {
    const none = { colorPages: 0, cameBack: { pages: 0, amount: 0 } };
    expect(view(none)?.details).toEqual([]);
  });

  test('it has the number of colour pages, and the money that came back', () => {
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
