/**
 * - `open`: the bank has taken the money, and the wallet has given what it had
 * - `won`: the money came back
 * - `lost`: the part that the wallet did not have is a loss of the service
 * - `prevented`: it ended before it became a dispute, and no money was taken; if money is taken later, it is
 *   lost
 */
export const disputeStates = ['open', 'won', 'lost', 'prevented'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** The allowed moves. Banks change a decision in both directions. */
const disputeMoves = {
  open: ['won', 'lost', 'prevented'],
  won: ['lost'],
  lost: ['won'],
  prevented: ['lost'],
} as const satisfies Record<DisputeState, readonly DisputeState[]>;

export function canMove(from: DisputeState, to: DisputeState): boolean {
  return (disputeMoves[from] as readonly DisputeState[]).includes(to);
}

/** Whether the bank has the money of a dispute in this state. */
export function isStanding(state: DisputeState): boolean {
  return state === 'open' || state === 'lost';
}

/** `isStanding` in SQL. */
export const standingStates = `('open', 'lost')`;

/**
 * The suffix of the first word in a dispute's ledger keys. A dispute may be won and lost several times, and
 * each turn needs keys of its own. The first two turns have no suffix, because they use each word once.
 */
export function turnOf(turns: number): string {
  return turns < 3 ? '' : `-${turns}`;
}
