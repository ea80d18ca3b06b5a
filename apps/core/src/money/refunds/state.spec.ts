import { expect, test } from '@jest/globals';
import { canMove, disputeStates, type DisputeState } from './dispute-state.js';
import { refundStates, refundStatesBefore, type RefundState } from './refund-state.js';

/**
 * Rows are the state before a move, columns the state after it, both in the order of `refundStates` or
 * `disputeStates`. x marks an allowed move.
 */
const refundTable: Record<RefundState, string> = {
  asked: '  . x x',
  sent: '   . . x',
  failed: ' . . .',
};
const disputeTable: Record<DisputeState, string> = {
  //         o w l p
  open: '     . x x x',
  won: '      . . x .',
  lost: '     . x . .',
  prevented: '. . x .',
};

function cells<State extends string>(states: readonly State[], table: Record<State, string>) {
  return states.flatMap((from) =>
    states.map((to, column) => ({ from, to, allowed: table[from].trim().split(' ')[column] === 'x' })),
  );
}

test.each(cells(refundStates, refundTable))(
  'a refund may move from $from to $to: $allowed',
  ({ from, to, allowed }) => {
    expect(refundStatesBefore(to).includes(from)).toBe(allowed);
  },
);

test.each(cells(disputeStates, disputeTable))('a dispute may move from $from to $to: $allowed', (cell) => {
  expect(canMove(cell.from, cell.to)).toBe(cell.allowed);
});
