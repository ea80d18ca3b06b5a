/**
 * - `open`: the bank has taken the money, and the wallet has given what it had
 * - `won`: the money came back
 * - `lost`: the part that the wallet did not have is a loss of the service
 * - `prevented`: the dispute ended before the bank took money; if money is taken later, the dispute is lost
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
 * The suffix of the first word in a dispute's ledger keys. A dispute may be won and lost several times; each
 * such change of its row is counted in `turns`, and needs keys of its own. The keys of the first two changes
 * have no suffix, because each of the two uses other words.
 */
export function keySuffix(turns: number): string {
  return turns < 3 ? '' : `-${turns}`;
}
