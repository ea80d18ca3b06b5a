/**
 * - `open`: the bank has taken the money; what the wallet had of it is frozen
 * - `won`: the money came back
 * - `lost`: what the wallet did not have is the service's loss
 */
export const disputeStates = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** Where a dispute may go from each state. Banks change their mind after a loss, too. */
const disputeMoves = {
  open: ['won', 'lost'],
  won: [],
  lost: ['won'],
} as const satisfies Record<DisputeState, readonly DisputeState[]>;

export function canMove(from: DisputeState, to: DisputeState): boolean {
  return (disputeMoves[from] as readonly DisputeState[]).includes(to);
}
