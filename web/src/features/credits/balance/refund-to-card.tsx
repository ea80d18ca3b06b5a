import { Button } from '@mantine/core';
import { formatMoney, type Money, toMajor } from '@sixpence/money/money';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Note } from '../../../components/note.js';
import { Notice } from '../../../components/notice.js';
import { Popup } from '../../../components/popup.js';
import { HttpFailure, post } from '../../../lib/http.js';
import { useSessionCheck } from '../../../lib/session.js';
import { useRefresh } from '../use-refresh.js';
import styles from './balance-card.module.css';
import { refundWords } from './balance-words.js';

/** Sends what is left of top-ups back to where it came from, after asking once more. */
export function RefundToCard({ refundable, locked }: { refundable: Money; locked: boolean }) {
  const popup = useRef<HTMLDialogElement>(null);
  const { busy, outcome, refund } = useRefund();
  const amount = formatMoney(refundable);

  async function send() {
    await refund(refundable);
    popup.current?.close();
  }

  return (
    <>
      {refundable.minor > 0 ? (
        <div className={styles.beside}>
          <p className={styles.soft}>{refundWords.possible(amount)}</p>
          <Button
            variant="default"
            className={styles.refund ?? ''}
            disabled={locked}
            aria-haspopup="dialog"
            onClick={() => popup.current?.showModal()}
          >
            {refundWords.offer}
          </Button>
        </div>
      ) : null}
      {outcome}
      <Popup popup={popup} title={refundWords.title}>
        <p>{refundWords.question(amount)}</p>
        <p className={styles.soft}>{refundWords.consequence}</p>
        <div className={styles.actions}>
          <Button loading={busy} onClick={() => void send()}>
            {refundWords.confirm(amount)}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => popup.current?.close()}>
            {refundWords.keep}
          </Button>
        </div>
      </Popup>
    </>
  );
}

function useRefund() {
  const sessionHolds = useSessionCheck();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ done: string } | { problem: string; advice?: string }>();

  async function refund(amount: Money) {
    setBusy(true);
    setTold(undefined);
    try {
      if (!(await sessionHolds())) return;
      // The amount that was agreed to is named, once in two tabs too: it is this, or nothing.
      const { refunded } = await post('/refund-to-card', {
        currency: amount.currency,
        amount: toMajor(amount),
        refundable: toMajor(amount),
      });
      setTold({ done: refundWords.done(formatMoney(refunded)) });
    } catch (error) {
      const failure = error instanceof HttpFailure ? error : undefined;
      if (failure?.status === 401) await navigate('/login');
      else if (failure?.said === undefined)
        setTold({ problem: refundWords.notDone, advice: refundWords.notDoneAdvice });
      else setTold({ problem: failure.said });
    } finally {
      setBusy(false);
      refresh();
    }
  }

  const outcome =
    told === undefined ? null : 'done' in told ? (
      <Note>{told.done}</Note>
    ) : (
      <Notice advice={told.advice}>{told.problem}</Notice>
    );
  return { busy, outcome, refund };
}
