import { Button } from '@mantine/core';
import { formatMoney } from '@sixpence/theme/money-words';
import { useRef } from 'react';
import { StatusMessage } from '../../../components/status-message.js';
import { FailureMessage } from '../../../components/failure-message.js';
import { Popup } from '../../../components/popup.js';
import { dayInWords } from '../../../lib/when-in-words.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { useOutcomeFocus } from '../use-outcome-focus.js';
import { AmountRows } from './amount-list.js';
import styles from './balance-card.module.css';
import { refundWords } from '../credits-words.en.js';
import { cardsOf, type Refund, type Refundable } from './use-refund.js';

/** Sends the unspent rest of top-ups back to the cards that paid, after a confirmation. */
export function RefundToCard(props: {
  wallet: Refundable;
  locked: boolean;
  refund: Refund;
  onBegin: () => void;
}) {
  const { wallet, locked, refund, onBegin } = props;
  const { refundable, refundableOf } = wallet;
  const popup = useRef<HTMLDialogElement>(null);
  const checkSession = useSessionCheck();
  const amount = formatMoney(refundable);

  function ask() {
    void checkSession();
    popup.current?.showModal();
  }

  async function send() {
    onBegin();
    const outcome = await refund.send(wallet);
    // A dialog that closes gives the focus back to its button, so it closes before the outcome takes the
    // focus.
    popup.current?.close();
    refund.showOutcome(outcome);
  }

  return (
    <>
      {refundable.minor > 0 ? (
        <div className={styles.beside}>
          <p className={styles.soft}>{refundWords.possible(amount, cardsOf(wallet))}</p>
          <Button
            variant="default"
            className={styles.refund ?? ''}
            disabled={locked}
            aria-haspopup="dialog"
            onClick={ask}
          >
            {refundWords.offer}
          </Button>
        </div>
      ) : null}
      {refund.outcome ? <Outcome outcome={refund.outcome} /> : null}
      <Popup popup={popup} title={refundWords.title}>
        {refundableOf.length > 1 ? (
          <>
            <p>{refundWords.questionOfSeveral(amount)}</p>
            <AmountRows
              rows={refundableOf.map(({ paymentId, card, paidAt, ...share }) => ({
                id: paymentId,
                amount: share.amount,
                words: `${refundWords.to(card)} ${refundWords.paid(dayInWords(paidAt))}`,
              }))}
            />
          </>
        ) : (
          <p>{refundWords.question(amount, refundableOf[0]?.card)}</p>
        )}
        <p className={styles.soft}>{refundWords.consequence}</p>
        <div className={styles.actions}>
          <Button loading={refund.busy} onClick={() => void send()}>
            {refundWords.confirm(amount)}
          </Button>
          <Button variant="default" disabled={refund.busy} onClick={() => popup.current?.close()}>
            {refundWords.keep}
          </Button>
        </div>
      </Popup>
    </>
  );
}

/** The outcome takes the focus, because the refund button may have disappeared. */
function Outcome({ outcome }: { outcome: NonNullable<Refund['outcome']> }) {
  const element = useOutcomeFocus('done' in outcome ? outcome.done : outcome.problem, true);
  return (
    <div ref={element} tabIndex={-1} className={styles.outcome}>
      {'done' in outcome ? (
        <StatusMessage>{outcome.done}</StatusMessage>
      ) : (
        <FailureMessage advice={outcome.advice}>{outcome.problem}</FailureMessage>
      )}
    </div>
  );
}
