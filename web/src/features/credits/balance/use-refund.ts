import type { RefundView, WalletView } from '@sixpence/contracts/http/payments';
import { sum, toMajor } from '@sixpence/money/money';
import { formatMoney } from '@sixpence/theme/money-words';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure, post } from '../../../lib/http.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { useRefresh } from '../use-refresh.js';
import { refundWords } from './balance-words.js';

/** What can go back, and of which payments. */
export type Refundable = Pick<WalletView, 'refundable' | 'refundableOf'>;

/** What has become of a refund; `before` are the refunds that were there when it was asked for. */
export type RefundTold = { done: string; before: readonly string[] } | { problem: string; advice?: string };

export interface Refund {
  busy: boolean;
  told: RefundTold | undefined;
  /** Sends all that can go back. @returns what is to be told of it; nothing of a session that is over */
  send: (wallet: Refundable) => Promise<RefundTold | undefined>;
  /** What is told from now on; undefined once something else has begun. */
  tell: (told: RefundTold | undefined) => void;
}

/** Money on its way back to cards; `refunds` are those that are known, whose end may come while it is told of one. */
export function useRefund(refunds: readonly RefundView[] = []): Refund {
  const sessionHolds = useSessionCheck();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [told, tell] = useState<RefundTold>();

  async function send(wallet: Refundable) {
    const { refundable } = wallet;
    setBusy(true);
    tell(undefined);
    const before = refunds.map(({ id }) => id);
    try {
      if (!(await sessionHolds())) return undefined;
      // The amount that was agreed to is named, once in two tabs too: it is this, or nothing.
      const { refunded } = await post('/refund-to-card', {
        currency: refundable.currency,
        amount: toMajor(refundable),
        refundable: toMajor(refundable),
      });
      return { done: refundWords.done(formatMoney(refunded), cardsOf(wallet)), before };
    } catch (error) {
      const { status, said } = error instanceof HttpFailure ? error : {};
      if (status === 401) {
        await navigate('/login');
        return undefined;
      }
      return said === undefined
        ? { problem: refundWords.notDone, advice: refundWords.notDoneAdvice }
        : { problem: said };
    } finally {
      setBusy(false);
      refresh();
    }
  }

  return { busy, told: told && asItEnded(told, refunds), send, tell };
}

/** What was told of a refund is no longer so when its bank has not taken it. */
function asItEnded(told: RefundTold, refunds: readonly RefundView[]): RefundTold {
  if ('problem' in told) return told;
  const failed = refunds.filter(({ id, state }) => state === 'failed' && !told.before.includes(id));
  const [first] = failed;
  if (!first) return told;
  const amounts = failed.map(({ amount }) => amount);
  return { problem: refundWords.cameBack(formatMoney(sum(amounts, first.amount.currency))) };
}

/** On how many cards, or other ways of paying, it would arrive. */
export function cardsOf({ refundableOf }: Refundable): number {
  return new Set(refundableOf.map(({ card }) => card)).size;
}
