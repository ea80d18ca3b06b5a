import { isDeepStrictEqual } from 'node:util';
import type { JobOutcome } from '@sixpence/contracts/agent/gateway';
import type { JobState } from '@sixpence/contracts/http/release';
import type { Currency } from '@sixpence/contracts/currencies';
import type { DisputeState } from '@sixpence/core/money/refunds/dispute-state';
import type { ToldDispute } from '@sixpence/core/money/refunds/disputes.service';
import type { Share } from '@sixpence/core/money/refunds/shares';

export const currencies = ['GBP', 'EUR'] as const satisfies Currency[];

/** People are numbers from 0; a job is `<release>/<its line, from 0>`; a document is a number among its person's. */
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
  /** The provider says that it has this money. */
  | { do: 'top up'; payment: string; person: number; currency: Currency; amount: number }
  /** Back to the cards: an amount, or everything. */
  | { do: 'refund'; person: number; currency: Currency; amount: number | undefined }
  /** What the provider says of a refund: the `number`th of its payment, from 0. */
  | { do: 'refund ends'; payment: string; number: number; how: 'sent' | 'failed' }
  /** Refunded at the provider, and not here. */
  | { do: 'refund found'; id: string; payment: string; amount: number }
  /** What the provider says of a dispute now. */
  | {
      do: 'dispute';
      id: string;
      payment: string;
      amount: number;
      what: ToldDispute['what'];
      state: DisputeState;
    };
export type ActOf<D extends Act['do']> = Extract<Act, { do: D }>;

/** Where the connection is cut that an act is under way on, and how long after it was sent. */
export interface Cut {
  from: 'here' | 'server';
  afterMs: number;
}

export type Step =
  | { way: 'alone'; act: Act }
  /** Held up at this person's wallet until both wait, or just sent at the same moment. */
  | { way: 'together'; acts: readonly [Act, Act]; heldUpAt: number | undefined }
  | { way: 'cut, then again'; act: Act; cut: Cut };

export type Answer =
  | { refused: string }
  /** Whether this call was the one that did it. */
  | { done: boolean }
  | { available: number }
  /** How a refund was divided, and what was left. */
  | { shares: Share[]; available: number }
  /** What a wallet has given of what a bank took back. */
  | { taken: number; dispute?: DisputeState }
  | { state: JobState; impressions: number; captured: number; returned: number; available: number };

export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}
