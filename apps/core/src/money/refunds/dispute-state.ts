/**
 * - `open`: the bank has taken the money; the wallet's part is taken from the wallet
 * - `won`: the money came back
 * - `lost`: the wallet's missing part is a loss of the service
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
 * The end of the first word of a ledger key. A dispute may be won and lost in turns, and each turn needs keys
 * of its own. The first two turns share keys without a number, because each word of a key occurs only once in
 * them.
 */
export function turnOf(turns: number): string {
  return turns < 3 ? '' : `-${turns}`;
}
