import '@mantine/core/styles/Input.layer.css';
import { Button } from '@mantine/core';
import { isGoodPassword } from '@sixpence/contracts/password-rules';
import { type SyntheticEvent, useRef, useState } from 'react';
import { CommonPassword } from '../../../components/password/common-password.js';
import { FailureMessage } from '../../../components/failure-message.js';
import { PasswordRules } from '../../../components/two-steps/password-rules.js';
import { post } from '../../../lib/http.js';
import styles from '../account-page.module.css';
import { PasswordField } from '../../../components/password/password-field.js';
import { AccountSection } from '../account-section.js';
import { accountWords } from '../account-words.en.js';
import { type Acting, useAct } from '../use-act.js';
import { passwordWords } from '../account-words.en.js';

/** Changes the password, or sets one for a user without a password. */
export function PasswordSection({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const acting = useAct();
  const [isOpen, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);

  function open() {
    acting.clear();
    setOpen(true);
  }

  function close() {
    setOpen(false);
    section.current?.focus();
  }

  return (
    <AccountSection
      ref={section}
      title={passwordWords.title}
      lead={hasPassword ? passwordWords.has : passwordWords.hasNone}
    >
      {isOpen ? (
        <PasswordForm
          acting={acting}
          hasPassword={hasPassword}
          email={email}
          done={close}
          close={() => {
            acting.clear();
            close();
          }}
        />
      ) : (
        <>
          {acting.outcome}
          <div>
            <Button variant="default" onClick={open}>
              {hasPassword ? passwordWords.change : passwordWords.set}
            </Button>
          </div>
        </>
      )}
    </AccountSection>
  );
}

function PasswordForm(props: {
  acting: Acting;
  hasPassword: boolean;
  email: string;
  done: () => void;
  close: () => void;
}) {
  const { acting, hasPassword, email, done, close } = props;
  const [typed, setTyped] = useState({ present: '', password: '', confirmation: '' });
  const [differs, setDiffers] = useState(false);
  const { present, password, confirmation } = typed;
  const isComplete = isGoodPassword(password) && confirmation !== '' && (!hasPassword || present !== '');

  function type(change: Partial<typeof typed>) {
    setTyped({ ...typed, ...change });
    setDiffers(false);
  }

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    if (!isComplete) return;
    setDiffers(password !== confirmation);
    if (password !== confirmation) return;
    const saved = await acting.act({
      name: 'save',
      done: hasPassword ? passwordWords.changed : passwordWords.wasSet,
      action: () => post('/password-change', hasPassword ? { present, password } : { password }),
    });
    if (saved) done();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {/* Tells the password manager which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword ? (
        <PasswordField
          label={passwordWords.present}
          name="present-password"
          autoComplete="current-password"
          size="md"
          autoFocus
          value={present}
          onChange={(event) => type({ present: event.currentTarget.value })}
        />
      ) : null}
      <PasswordField
        label={passwordWords.next}
        name="new-password"
        autoComplete="new-password"
        size="md"
        autoFocus={!hasPassword}
        value={password}
        onChange={(event) => type({ password: event.currentTarget.value })}
      />
      <PasswordRules password={password} />
      <CommonPassword password={password} />
      <PasswordField
        label={passwordWords.confirmation}
        name="confirm-password"
        autoComplete="new-password"
        size="md"
        value={confirmation}
        onChange={(event) => type({ confirmation: event.currentTarget.value })}
      />
      {differs ? <FailureMessage>{passwordWords.mismatch}</FailureMessage> : acting.outcome}
      <div className={styles.actions}>
        <Button type="submit" size="md" loading={acting.busy === 'save'} disabled={!isComplete}>
          {passwordWords.save}
        </Button>
        <Button variant="default" size="md" onClick={close}>
          {accountWords.cancel}
        </Button>
      </div>
    </form>
  );
}
