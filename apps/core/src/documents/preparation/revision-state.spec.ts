import { describe, expect, test } from '@jest/globals';
import { canMove, revisionMoves, statusOf, type RevisionState } from './revision-state.js';

const states = Object.keys(revisionMoves) as RevisionState[];
const allowed = ['awaiting-upload → uploaded', 'uploaded → ready', 'uploaded → failed'];

describe('a revision', () => {
  test.each(states.flatMap((from) => states.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
    expect(canMove(from, to)).toBe(allowed.includes(`${from} → ${to}`));
  });
});

describe('the status of a document', () => {
  test.each([
    ['awaiting-upload', 'awaiting-upload', 'processing'],
    ['uploaded', 'uploaded', 'processing'],
    ['ready', 'ready', 'ready'],
    ['failed', 'failed', 'failed'],
    ['ready', 'uploaded', 'processing'],
    ['ready', 'failed', 'ready'],
  ] as const)('with a current revision %s and a newest one %s is %s', (state, newestState, status) => {
    expect(statusOf({ state, newestState })).toBe(status);
  });
});
