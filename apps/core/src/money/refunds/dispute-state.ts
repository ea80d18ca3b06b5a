/**
 * - `open`: the bank has taken the money; what the wallet had of it is frozen
 * - `won`: the money came back
 * - `lost`: what the wallet did not have is the service's loss
 * - `prevented`: it ended before it became a dispute, and no money is gone; once money is withdrawn after all, it is lost
 */
export const disputeStates = ['open', 'won', 'lost', 'prevented'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** Where a dispute may go from each state. Banks change a decision, in both directions. */
const disputeMoves = {
  open: ['won', 'lost', 'prevented'],
  won: ['lost'],
  lost: ['won'],
  prevented: ['lost'],
} as const satisfies Record<DisputeState, readonly DisputeState[]>;

export function canMove(from: DisputeState, to: DisputeState): boolean {
  return (disputeMoves[from] as readonly DisputeState[]).includes(to);
}

/** The bank has the money of a dispute in such a state. */
export function isStanding(state: DisputeState): boolean {
  return state === 'open' || state === 'lost';
}

/** The same in SQL. */
export const standingStates = `('open', 'lost')`;

/**
 * What a key of the ledger ends its first word with. The transfers of a dispute that is won and lost in turns have a key
 * for each turn; each word of a key is used once in the first two.
 */
export function turnOf(turns: number): string {
  return turns < 3 ? '' : `-${turns}`;
}
