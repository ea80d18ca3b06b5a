import { Button } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { LoadingLines } from '../../../components/loading-lines.js';
import type { UsableForm } from './card-form.js';
import styles from './top-up-card.module.css';
import { topUpWords } from '../credits-words.en.js';
import { useProvider } from './use-provider.js';
import type { TopUp } from './use-top-up.js';

/** The space of the payment form: a hint, a placeholder while it loads, and the form. */
export function PaymentDetails({ topUp, form }: { topUp: TopUp; form: RefObject<UsableForm | undefined> }) {
  const { provider, notSetUp, failed, retry } = useProvider();
  const { amount, secret, message } = topUp;
  return (
    <section className={styles.details} aria-label={topUpWords.details}>
      {notSetUp ? <p className={styles.quiet}>{topUpWords.notSetUp}</p> : null}
      {failed ? <Again sentence={topUpWords.notOpened} again={retry} /> : null}
      {notSetUp || failed ? null : amount === undefined ? (
        <p className={styles.quiet}>{topUpWords.detailsToCome}</p>
      ) : provider && secret !== undefined ? (
        <OpenForm key={secret} provider={provider} secret={secret} topUp={topUp} form={form} />
      ) : message && 'problem' in message ? (
        <Again again={() => topUp.choose(amount)} />
      ) : (
        <div className={styles.formSpace}>
          <LoadingLines what={topUpWords.opening} count={3} />
        </div>
      )}
    </section>
  );
}

function OpenForm(props: {
  provider: NonNullable<ReturnType<typeof useProvider>['provider']>;
  secret: string;
  topUp: TopUp;
  form: RefObject<UsableForm | undefined>;
}) {
  const { provider, secret, topUp, form } = props;
  const { CardForm, stripe } = provider;
  const [ready, setReady] = useState(false);
  return (
    <div className={styles.formSpace}>
      {ready ? null : <LoadingLines what={topUpWords.opening} count={3} />}
      <div className={styles.form} data-ready={ready || undefined} inert={topUp.paying}>
        <CardForm
          stripe={stripe}
          secret={secret}
          form={form}
          onReady={() => setReady(true)}
          onChange={() => topUp.showMessage(undefined)}
          onProblem={topUp.refuse}
        />
      </div>
    </div>
  );
}

function Again({ sentence, again }: { sentence?: string; again: () => void }) {
  return (
    <div className={styles.quiet}>
      {sentence === undefined ? null : <p>{sentence}</p>}
      <Button variant="default" size="xs" onClick={again}>
        {topUpWords.tryAgain}
      </Button>
    </div>
  );
}
