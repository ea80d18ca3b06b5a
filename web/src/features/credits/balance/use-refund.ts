import { formatMoney, type Money, toMajor } from '@sixpence/money/money';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure, post } from '../../../lib/http.js';
import { useSessionCheck } from '../../../lib/session.js';
import { useRefresh } from '../use-refresh.js';
import { refundWords } from './balance-words.js';

/** What has become of a refund. */
export type RefundTold = { done: string } | { problem: string; advice?: string };

export interface Refund {
  busy: boolean;
  told: RefundTold | undefined;
  /** Sends this amount, which is all that can go back. @returns what is to be told of it; nothing of a session that is over */
  send: (amount: Money) => Promise<RefundTold | undefined>;
  /** What is told from now on; undefined once something else has begun. */
  tell: (told: RefundTold | undefined) => void;
}

/** Money on its way back to cards. */
export function useRefund(): Refund {
  const sessionHolds = useSessionCheck();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [told, tell] = useState<RefundTold>();

  async function send(amount: Money): Promise<RefundTold | undefined> {
    setBusy(true);
    try {
      if (!(await sessionHolds())) return undefined;
      // The amount that was agreed to is named, once in two tabs too: it is this, or nothing.
      const { refunded } = await post('/refund-to-card', {
        currency: amount.currency,
        amount: toMajor(amount),
        refundable: toMajor(amount),
      });
      return { done: refundWords.done(formatMoney(refunded)) };
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

  return { busy, told, send, tell };
}
