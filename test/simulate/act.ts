import { isDeepStrictEqual } from 'node:util';
import type { JobOutcome } from '@sixpence/contracts/agent/gateway';
import type { JobState } from '@sixpence/contracts/http/release';
import type { Currency } from '@sixpence/contracts/currencies';
import type { DisputeState } from '@sixpence/core/money/refunds/dispute-state';
import type { DisputeReport } from '@sixpence/core/money/refunds/disputes.service';
import type { Share } from '@sixpence/core/money/refunds/shares';

export const currencies = ['GBP', 'EUR'] as const satisfies Currency[];

/**
 * Users are numbers from 0; a job is `<release>/<its line, from 0>`; a document is a number among its user's
 * documents.
 */
export type Act =
  | {
      do: 'post';
      what: 'admin-grant' | 'forfeited';
      person: number;
      currency: Currency;
      amount: number;
      key: string;
    }
  | { do: 'release'; id: string; person: number; documents: number[] }
  | { do: 'settle'; job: string; outcome: JobOutcome; impressions: number }
  | { do: 'give up'; job: string }
  | { do: 'give back'; job: string; amount: number; key: string }
  /** The provider reports a paid payment. */
  | { do: 'top up'; payment: string; person: number; currency: Currency; amount: number }
  /** A refund to the cards, of this amount or of all refundable money. */
  | { do: 'refund'; person: number; currency: Currency; amount: number | undefined }
  /** The provider reports the end of a refund: the `number`th of its payment, from 0. */
  | { do: 'refund ends'; payment: string; number: number; how: 'sent' | 'failed' }
  /** The provider reports a refund that staff made in its dashboard. */
  | { do: 'refund found'; id: string; payment: string; amount: number }
  /** The provider's present state of a dispute. */
  | {
      do: 'dispute';
      id: string;
      payment: string;
      amount: number;
      what: DisputeReport['what'];
      state: DisputeState;
    };
export type ActOf<D extends Act['do']> = Extract<Act, { do: D }>;

/** The side that cuts the connection of an act in progress, and the delay after its sending. */
export interface Cut {
  from: 'here' | 'server';
  afterMs: number;
}

export type Step =
  | { kind: 'alone'; act: Act }
  /** Two concurrent acts. With `waitAtWalletOf`, both wait for this user's wallet first. */
  | { kind: 'concurrent'; acts: readonly [Act, Act]; waitAtWalletOf: number | undefined }
  | { kind: 'cut and repeated'; act: Act; cut: Cut };

export type Answer =
  | { refused: string }
  /** Whether this call took effect, not an earlier one. */
  | { done: boolean }
  | { available: number }
  /** The shares of a refund, and the remaining available amount. */
  | { shares: Share[]; available: number }
  /** The amount that the wallet has paid toward a dispute. */
  | { taken: number; dispute?: DisputeState }
  | { state: JobState; impressions: number; captured: number; returned: number; available: number };

export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}
