import { describe, expect, test } from '@jest/globals';
import type { Counting, JobOutcome } from '@sixpence/contracts/agent/gateway';
import type { Side } from '@sixpence/contracts/http/documents';
import type { FinalState } from './job-state.js';
import { facesPrinted, pagesAfterADay, verdictOn } from './settlement.js';

type Row = [
  outcome: JobOutcome,
  counting: Counting,
  printed: number,
  state: FinalState | 'wait',
  capture: number | null,
];

/** Three pages were sent. */
const rows: Row[] = [
  ['completed', 'impressions', 3, 'completed', 3],
  ['completed', 'impressions', 2, 'partial', 2],
  ['completed', 'impressions', 0, 'failed', 0],
  ['completed', 'sheets', 2, 'completed', 3],
  ['completed', 'sheets', 0, 'completed', 3],
  ['completed', 'none', 0, 'completed', 3],
  ['canceled', 'impressions', 2, 'partial', 2],
  ['canceled', 'impressions', 0, 'canceled', 0],
  ['canceled', 'impressions', 3, 'completed', 3],
  ['canceled', 'sheets', 2, 'partial', 2],
  ['canceled', 'sheets', 0, 'wait', null],
  ['canceled', 'none', 0, 'wait', null],
  ['aborted', 'impressions', 2, 'partial', 2],
  ['aborted', 'impressions', 0, 'failed', 0],
  ['aborted', 'impressions', 3, 'completed', 3],
  ['aborted', 'sheets', 1, 'partial', 1],
  ['aborted', 'sheets', 0, 'wait', null],
  ['aborted', 'none', 0, 'wait', null],
  ['never-began', 'impressions', 0, 'failed', 0],
  ['never-began', 'impressions', 1, 'partial', 1],
  ['never-began', 'sheets', 0, 'failed', 0],
  ['never-began', 'none', 0, 'failed', 0],
  ['unknown', 'impressions', 3, 'completed', 3],
  ['unknown', 'impressions', 2, 'wait', null],
  ['unknown', 'impressions', 0, 'wait', null],
  ['unknown', 'sheets', 3, 'wait', null],
  ['unknown', 'sheets', 2, 'wait', null],
  ['unknown', 'sheets', 0, 'wait', null],
  ['unknown', 'none', 0, 'wait', null],
];

describe('the settlement of three pages', () => {
  test.each(rows)(
    'outcome %s, printer counts %s, %i printed: %s',
    (outcome, counting, impressions, state, capture) => {
      const verdict = verdictOn({ outcome, counting, impressions, total: 3 });
      if (state === 'wait') expect(verdict).toEqual({ decided: false });
      else expect(verdict).toMatchObject({ decided: true, state, capture });
    },
  );

  test('is marked as counted short only when it was completed with fewer pages', () => {
    const short = rows.filter(([outcome, counting, impressions]) => {
      const verdict = verdictOn({ outcome, counting, impressions, total: 3 });
      return verdict.decided && verdict.countedShort;
    });
    expect(short).toEqual([
      ['completed', 'impressions', 2, 'partial', 2],
      ['completed', 'impressions', 0, 'failed', 0],
    ]);
  });

  test('is canceled, not failed, when its owner cancelled the job before it began', () => {
    const ending = { outcome: 'never-began', counting: 'none', impressions: 0, total: 3 } as const;
    expect(verdictOn({ ...ending, reason: 'canceled-by-person' })).toMatchObject({
      state: 'canceled',
      capture: 0,
    });
  });
});

/** How many of three pages are captured when neither printer nor staff have decided within 24 hours. */
const afterADay: [JobOutcome, Counting, printed: number, capture: number][] = [
  ['unknown', 'impressions', 3, 3],
  ['unknown', 'impressions', 2, 2],
  ['unknown', 'impressions', 1, 1],
  ['unknown', 'impressions', 0, 0],
  ['unknown', 'sheets', 3, 3],
  ['unknown', 'sheets', 2, 2],
  ['unknown', 'sheets', 0, 0],
  ['unknown', 'none', 0, 0],
  ['canceled', 'sheets', 0, 0],
  ['canceled', 'none', 0, 0],
  ['aborted', 'sheets', 0, 0],
  ['aborted', 'none', 0, 0],
];

describe('the 24-hour rule for three pages', () => {
  test.each(afterADay)(
    'outcome %s, printer counts %s, %i printed: %i are paid',
    (outcome, counting, impressions, pages) => {
      expect(pagesAfterADay({ outcome, counting, impressions, total: 3 })).toBe(pages);
    },
  );

  test('has a row for every undecided ending, and captures what the settlement table captures for every decided one', () => {
    for (const [outcome, counting, impressions, state, capture] of rows) {
      if (state !== 'wait')
        expect(pagesAfterADay({ outcome, counting, impressions, total: 3 })).toBe(capture);
      else expect(afterADay.map((row) => row.slice(0, 3))).toContainEqual([outcome, counting, impressions]);
    }
  });
});

describe('the reported count of a printer', () => {
  test.each<[Counting, Side, number, number]>([
    ['impressions', '1-Sided', 2, 2],
    ['impressions', '2-Sided', 2, 2],
    ['impressions', '1-Sided', 99, 5],
    ['impressions', '1-Sided', -1, 0],
    ['sheets', '1-Sided', 2, 2],
    ['sheets', '2-Sided', 2, 4],
    ['sheets', '2-Sided', 3, 5],
    ['none', '1-Sided', 4, 0],
  ])(
    'counting %s, %s: a report of %i for a job of five faces means %i faces',
    (counting, side, reported, faces) => {
      expect(facesPrinted(reported, { counting, side, total: 5 })).toBe(faces);
    },
  );
});
