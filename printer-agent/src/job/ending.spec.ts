import { describe, expect, test } from '@jest/globals';
import { endedState, endingOf, isTerminal, risenImpressions } from './ending.js';

describe('the outcome that core settles by', () => {
  test.each([
    [9, true, false, 'completed', undefined],
    [9, false, false, 'completed', undefined],
    [9, true, true, 'completed', undefined],
    [8, true, false, 'aborted', 'aborted-by-printer'],
    [8, false, false, 'aborted', 'aborted-by-printer'],
    [8, true, true, 'aborted', 'stalled-too-long'],
    [8, false, true, 'aborted', 'stalled-too-long'],
    [7, true, false, 'canceled', 'canceled-at-printer'],
    [7, false, false, 'canceled', 'canceled-at-printer'],
    [7, true, true, 'canceled', 'stalled-too-long'],
    [7, false, true, 'never-began', 'stalled-too-long'],
  ] as const)('job-state %i, began %s, cancelled by us %s: %s', (state, began, byUs, outcome, reason) => {
    expect(endingOf(state, { began, canceledByUs: byUs })).toEqual({ outcome, ...(reason && { reason }) });
  });

  test.each([
    [9, false, 'completed', undefined],
    [8, false, 'aborted', 'canceled-at-printer'],
    [8, true, 'aborted', 'stalled-too-long'],
    [7, false, 'canceled', 'aborted-by-printer'],
    [7, true, 'canceled', 'stalled-too-long'],
  ] as const)(
    'job-state %i, cancelled by us %s, has the printer’s own reason unless it completed or we cancelled',
    (...row) => {
      const [state, canceledByUs, outcome, reason] = row;
      const printerReason = state === 8 ? 'canceled-at-printer' : 'aborted-by-printer';
      expect(endingOf(state, { began: true, canceledByUs, printerReason })).toEqual({
        outcome,
        ...(reason && { reason }),
      });
    },
  );

  test('only job-states 7, 8, 9 are terminal', () => {
    expect([3, 4, 5, 6, 7, 8, 9].filter(isTerminal)).toEqual([7, 8, 9]);
  });
});

describe('the state that the user sees before core has settled', () => {
  test.each([
    ['completed', undefined, 3, 'completed'],
    ['unknown', 'unknown-outcome', 1, 'checking'],
    ['never-began', 'canceled-by-person', 0, 'canceled'],
    ['never-began', 'printer-busy', 0, 'failed'],
    ['canceled', 'canceled-at-printer', 0, 'canceled'],
    ['canceled', 'canceled-at-printer', 1, 'partial'],
    ['aborted', 'aborted-by-printer', 0, 'failed'],
    ['aborted', 'aborted-by-printer', 1, 'partial'],
  ] as const)('%s (%s) after %i pages: %s', (outcome, reason, impressions, state) => {
    expect(endedState({ outcome, reason }, impressions)).toBe(state);
  });
});

test('impressions only rise, and never exceed the pages sent', () => {
  const counts = [1, 0, 2, -5, 1, 900, 2];
  let impressions = 0;
  const seen = counts.map(
    (reported) => (impressions = risenImpressions({ impressions, pages: 3 }, reported)),
  );
  expect(seen).toEqual([1, 1, 2, 2, 2, 3, 3]);
});
