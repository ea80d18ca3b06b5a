import { describe, expect, test } from '@jest/globals';
import { canMove, isOver, isUnderWay, jobSteps, type JobStep } from './job-step.js';

/**
 * The allowed moves are marked `x`. A row is the step that a job leaves. The columns are the next steps, in
 * the order of `jobSteps`: ready preflight created sent printing stalled ended settled.
 */
const expected = {
  ready: '. x . . . . x .',
  preflight: '. . x . . . x .',
  created: '. x . x x x x .',
  sent: '. . . . x x x .',
  printing: '. . . . . x x .',
  stalled: '. . . . x . x .',
  ended: '. . . . . . . x',
  settled: '. . . . . . . .',
} as const;

describe('the steps of a job', () => {
  for (const from of jobSteps) {
    const cells = expected[from].split(' ');
    for (const [column, to] of jobSteps.entries()) {
      test(`${from} → ${to} is ${cells[column] === 'x' ? 'allowed' : 'refused'}`, () => {
        expect(canMove(from, to)).toBe(cells[column] === 'x');
      });
    }
  }

  test('a document that was sent is never sent again', () => {
    const reached = new Set<JobStep>(['sent']);
    for (const from of reached) for (const to of jobSteps) if (canMove(from, to)) reached.add(to);
    expect([...reached].sort()).toEqual(['ended', 'printing', 'sent', 'settled', 'stalled']);
  });

  test('only an ended job settles; ended and settled jobs are over, and three other steps are under way', () => {
    expect(jobSteps.filter((from) => canMove(from, 'settled'))).toEqual(['ended']);
    expect(jobSteps.filter(isOver)).toEqual(['ended', 'settled']);
    expect(jobSteps.filter(isUnderWay)).toEqual(['sent', 'printing', 'stalled']);
  });
});
