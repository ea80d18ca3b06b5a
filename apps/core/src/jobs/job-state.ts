import type { JobState } from '@sixpence/contracts/http/release';

export type FinalState = Extract<JobState, 'completed' | 'partial' | 'failed' | 'canceled'>;

/**
 * The allowed moves between states. A settled job keeps its state. A job in `checking` can only move to a
 * final state.
 */
const jobMoves = {
  held: ['printing', 'stalled', 'checking', 'completed', 'partial', 'failed', 'canceled'],
  printing: ['stalled', 'checking', 'completed', 'partial', 'failed', 'canceled'],
  stalled: ['printing', 'checking', 'completed', 'partial', 'failed', 'canceled'],
  checking: ['completed', 'partial', 'failed', 'canceled'],
  completed: [],
  partial: [],
  failed: [],
  canceled: [],
} as const satisfies Record<JobState, readonly JobState[]>;

export function canMove(from: JobState, to: JobState): boolean {
  return (jobMoves[from] as readonly JobState[]).includes(to);
}

/** States in which the printer may be working on the job: its panel is busy and does not time out. */
export const runningStates = ['held', 'printing', 'stalled'] as const satisfies readonly JobState[];

export function isRunning(state: JobState): boolean {
  return (runningStates as readonly JobState[]).includes(state);
}

export function isFinal(state: JobState): state is FinalState {
  return jobMoves[state].length === 0;
}
