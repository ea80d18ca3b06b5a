import { describe, expect, test } from '@jest/globals';
import { jobStates, type JobState } from '@sixpence/contracts/http/release';
import { canMove, isFinal, isRunning } from './job-state.js';

/** One row per state, one column per state in the order of the contract; x marks an allowed move. */
const table: Record<JobState, string> = {
  //          h p s c C P F X
  held: '     . x x x x x x x',
  printing: ' . . x x x x x x',
  stalled: '  . x . x x x x x',
  checking: ' . . . . x x x x',
  completed: '. . . . . . . .',
  partial: '  . . . . . . . .',
  failed: '   . . . . . . . .',
  canceled: ' . . . . . . . .',
};

describe('a job', () => {
  const cells = jobStates.flatMap((from) =>
    jobStates.map((to, column) => ({ from, to, allowed: table[from].trim().split(' ')[column] === 'x' })),
  );

  test.each(cells)('may move from $from to $to: $allowed', ({ from, to, allowed }) => {
    expect(canMove(from, to)).toBe(allowed);
  });

  test('is running, checking, or final', () => {
    expect(jobStates.filter(isRunning)).toEqual(['held', 'printing', 'stalled']);
    expect(jobStates.filter(isFinal)).toEqual(['completed', 'partial', 'failed', 'canceled']);
  });
});
