import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { FailureMessage } from '../../../components/failure-message.js';
import { post } from '../../../lib/http.js';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { leavingWords } from '../account-words.en.js';
import { OwnPassword } from './own-password.js';
import { useReauthentication } from './use-reauthentication.js';

/** The deletion of the account. It states what is deleted and what is kept before the user can confirm. */
export function DeleteSection({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);

  /** The pressed button disappears, so the section takes the focus. */
  function show(open: boolean) {
    setOpen(open);
    section.current?.focus();
  }

  return (
    <AccountSection ref={section} title={leavingWords.deleteTitle} lead={leavingWords.deleteLead}>
      {isOpen ? (
        <DeleteForm hasPassword={hasPassword} close={() => show(false)} />
      ) : (
        <div className={styles.actions}>
          <Button variant="default" className={styles.grave ?? ''} onClick={() => show(true)}>
            {leavingWords.begin}
          </Button>
        </div>
      )}
    </AccountSection>
  );
}

function DeleteForm({ hasPassword, close }: { hasPassword: boolean; close: () => void }) {
  const navigate = useNavigate();
  const { password, setPassword, busy, notDone, run, complete } = useReauthentication(hasPassword);
  const [sure, setSure] = useState(false);
  const [moneyLeft, setMoneyLeft] = useState(false);
  const [giveUpMoney, setGiveUpMoney] = useState(false);
  const ready = complete && sure;

  async function leave(event: SyntheticEvent) {
    event.preventDefault();
    if (!ready) return;
    const done = await run(async (proof) => {
      await post('/account-erase', giveUpMoney ? { ...proof, giveUpMoney } : proof);
    });
    if (done) await navigate('/');
  }

  // After the first refusal about money, the checkbox stays on the page.
  if (notDone?.code === 'leaving.money-left' && !moneyLeft) setMoneyLeft(true);

  return (
    <form className={styles.form} onSubmit={(event) => void leave(event)} noValidate>
      <dl className={styles.list}>
        <dt className={styles.name}>{leavingWords.goesTitle}</dt>
        <dd className={styles.consequence}>{leavingWords.goes}</dd>
        <dt className={styles.name}>{leavingWords.staysTitle}</dt>
        <dd className={styles.consequence}>{leavingWords.stays}</dd>
      </dl>
      {hasPassword ? <OwnPassword value={password} change={setPassword} /> : null}
      <Checkbox
        label={leavingWords.sure}
        checked={sure}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
      {notDone ? <FailureMessage advice={notDone.advice}>{notDone.sentence}</FailureMessage> : null}
      {moneyLeft ? (
        <Checkbox
          label={leavingWords.giveUp}
          checked={giveUpMoney}
          onChange={(event) => setGiveUpMoney(event.currentTarget.checked)}
        />
      ) : null}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="default"
          className={styles.grave ?? ''}
          loading={busy}
          disabled={!ready}
        >
          {leavingWords.delete}
        </Button>
        <Button variant="default" onClick={close} disabled={busy}>
          {leavingWords.cancel}
        </Button>
      </div>
    </form>
  );
}
