/**
 * - `asked`: taken from the wallet; the provider has not confirmed it yet
 * - `sent`: the provider has accepted it
 * - `failed`: the provider refused it, or it came back; its money has returned to the wallet
 */
export const refundStates = ['asked', 'sent', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** The allowed moves. A bank may return a refund that was sent. */
const refundMoves = {
  asked: ['sent', 'failed'],
  sent: ['failed'],
  failed: [],
} as const satisfies Record<RefundState, readonly RefundState[]>;

/** The states from which a refund may move to this one. */
export function refundStatesBefore(to: RefundState): RefundState[] {
  return refundStates.filter((from) => (refundMoves[from] as readonly RefundState[]).includes(to));
}
