import { describe, expect, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { cursorAfter, rowAfter, beforeNewestRow } from './statement-cursor.js';

const micros = 1_763_800_000_123_456;
const jobId = '019ab3c4-5d6e-7f80-9123-456789abcdef';

describe('a position in a statement', () => {
  test('without a cursor is before the newest row', () => {
    expect(rowAfter(undefined)).toEqual(beforeNewestRow);
  });

  test('after a transfer is followed by older transfers and by every job of the same microsecond', () => {
    const position = rowAfter(cursorAfter({ micros, jobId: null, transferId: 42 }));
    expect(position).toEqual({
      micros: String(micros),
      beforeTransfer: '42',
      beforeJob: beforeNewestRow.beforeJob,
    });
  });

  test('after a job is followed by older jobs and by no transfer of the same microsecond', () => {
    const position = rowAfter(cursorAfter({ micros, jobId, transferId: null }));
    expect(position).toEqual({ micros: String(micros), beforeTransfer: '0', beforeJob: jobId });
  });

  test.each(['', '1', '1-t-', '1-t-1-t-1', '1-j-1', '-1-t-1', '1-t-99999999999999999999', `1-j-${jobId}'`])(
    'is refused for an invalid cursor: %s',
    (cursor) => {
      expect(() => rowAfter(cursor)).toThrow(Refusal);
    },
  );
});
