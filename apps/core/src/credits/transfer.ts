import type { Money } from '@sixpence/money/money';

/** Accounts that nobody owns. Their balances are summed from postings. */
export type SystemAccount =
  | 'payment-clearing'
  | 'revenue'
  | 'legacy-opening'
  | 'admin-grant'
  | 'dispute-loss'
  | 'forfeited';

interface Effect {
  /** What one unit of the amount does to the wallet's posted balance. */
  posted: -1 | 0 | 1;
  /** What it does to the part of the balance that is set aside. */
  held: -1 | 0 | 1;
  /** The account on the other side; absent where nothing is posted. */
  against?: SystemAccount;
}

/**
 * What each kind of transfer does. A hold is pending: it sets money aside without a posting; `capture` takes some of
 * it, `void` gives the rest back.
 */
export const effects = {
  hold: { posted: 0, held: 1 },
  capture: { posted: -1, held: -1, against: 'revenue' },
  void: { posted: 0, held: -1 },
  'top-up': { posted: 1, held: 0, against: 'payment-clearing' },
  'admin-grant': { posted: 1, held: 0, against: 'admin-grant' },
  'legacy-claim': { posted: 1, held: 0, against: 'legacy-opening' },
  refund: { posted: -1, held: 0, against: 'payment-clearing' },
  dispute: { posted: -1, held: 0, against: 'payment-clearing' },
  forfeited: { posted: -1, held: 0, against: 'forfeited' },
} as const satisfies Record<string, Effect>;

export type TransferKind = keyof typeof effects;

export function effectOf(kind: TransferKind): Effect {
  return effects[kind];
}

/** Keys make every transfer of a job happen at most once, whoever asks how often. */
export function jobTransferKey(jobId: string, kind: 'hold' | 'capture' | 'void'): string {
  return `job:${jobId}:${kind}`;
}

/** How a settled hold was divided: what printed pages took, and what came back. */
export interface SettledHold {
  captured: Money;
  returned: Money;
}
