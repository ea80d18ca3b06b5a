import { isDeepStrictEqual } from 'node:util';
import type { JobOutcome } from '@sixpence/contracts/agent/gateway';
import type { JobState } from '@sixpence/contracts/http/release';
import type { Currency } from '@sixpence/contracts/money';

export const currencies = ['GBP', 'EUR'] as const satisfies Currency[];

/** People are numbers from 0; a job is `<release>/<its line, from 0>`; a document is a number among its person's. */
export type Act =
  | {
      do: 'post';
      what: 'admin-grant' | 'refund' | 'forfeited';
      person: number;
      currency: Currency;
      amount: number;
      key: string;
    }
  | { do: 'release'; id: string; person: number; documents: number[] }
  | { do: 'settle'; job: string; outcome: JobOutcome; impressions: number }
  | { do: 'give up'; job: string }
  | { do: 'give back'; job: string; amount: number; key: string };
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
  | { state: JobState; impressions: number; captured: number; returned: number; available: number };

export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}
