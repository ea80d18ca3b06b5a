/**
 * - `asked`: out of the wallet; whether the provider has it is not known yet
 * - `sent`: the provider sends it, or has sent it
 * - `failed`: the provider refused it, or it came back; it is in the wallet again
 */
export const refundStates = ['asked', 'sent', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** Where a refund may go from each state. Banks send some back that were sent. */
const refundMoves = {
  asked: ['sent', 'failed'],
  sent: ['failed'],
  failed: [],
} as const satisfies Record<RefundState, readonly RefundState[]>;

/** From where a refund may come to a state. */
export function refundStatesBefore(to: RefundState): RefundState[] {
  return refundStates.filter((from) => (refundMoves[from] as readonly RefundState[]).includes(to));
}
