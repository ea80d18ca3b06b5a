import type { RefundView, WalletView } from '@sixpence/contracts/http/payments';
import { sum, toMajor } from '@sixpence/money/money';
import { formatMoney } from '@sixpence/theme/money-words';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure, post } from '../../../lib/http.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { useRefresh } from '../use-refresh.js';
import { refundWords } from '../credits-words.en.js';

/** The amount that can be refunded, and the payments that it comes from. */
export type Refundable = Pick<WalletView, 'refundable' | 'refundableOf'>;

/** The outcome of a refund. `before` has the ids of the refunds that existed when it was requested. */
type RefundOutcome = { done: string; before: readonly string[] } | { problem: string; advice?: string };

export interface Refund {
  busy: boolean;
  outcome: RefundOutcome | undefined;
  /**
   * Requests the refund of the whole amount.
   * @returns the outcome to show; undefined when the session has ended
   */
  send: (wallet: Refundable) => Promise<RefundOutcome | undefined>;
  /** Shows an outcome; undefined removes it. */
  showOutcome: (outcome: RefundOutcome | undefined) => void;
}

/**
 * Requests refunds to cards. `refunds` are the known refunds: one of them may fail while the page still shows
 * success.
 */
export function useRefund(refunds: readonly RefundView[] = []): Refund {
  const checkSession = useSessionCheck();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [outcome, showOutcome] = useState<RefundOutcome>();

  async function send(wallet: Refundable) {
    const { refundable } = wallet;
    setBusy(true);
    showOutcome(undefined);
    const before = refunds.map(({ id }) => id);
    try {
      if (!(await checkSession())) return undefined;
      // The call names the agreed amount, so core refuses a second call from another tab.
      const { refunded } = await post('/refund-to-card', {
        currency: refundable.currency,
        amount: toMajor(refundable),
        refundable: toMajor(refundable),
      });
      return { done: refundWords.done(formatMoney(refunded), cardsOf(wallet)), before };
    } catch (error) {
      const { status, serverMessage } = error instanceof HttpFailure ? error : {};
      if (status === 401) {
        await navigate('/login');
        return undefined;
      }
      return serverMessage === undefined
        ? { problem: refundWords.notDone, advice: refundWords.notDoneAdvice }
        : { problem: serverMessage };
    } finally {
      setBusy(false);
      refresh();
    }
  }

  return { busy, outcome: outcome && withFailures(outcome, refunds), send, showOutcome };
}

/** Replaces the success with a failure when the bank has returned a refund that was requested since. */
function withFailures(outcome: RefundOutcome, refunds: readonly RefundView[]): RefundOutcome {
  if ('problem' in outcome) return outcome;
  const failed = refunds.filter(({ id, state }) => state === 'failed' && !outcome.before.includes(id));
  const [first] = failed;
  if (!first) return outcome;
  const amounts = failed.map(({ amount }) => amount);
  return { problem: refundWords.cameBack(formatMoney(sum(amounts, first.amount.currency))) };
}

/** The number of cards, or other payment methods, that would receive the money. */
export function cardsOf({ refundableOf }: Refundable): number {
  return new Set(refundableOf.map(({ card }) => card)).size;
}
