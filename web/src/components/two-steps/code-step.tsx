import { Button, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { HttpFailure } from '../../lib/http.js';
import styles from '../entry/entry.module.css';
import { FailureMessage } from '../failure-message.js';
import { CommonPassword } from '../password/common-password.js';
import { PasswordField } from '../password/password-field.js';
import { CodeField } from './code-field.js';
import { CodeMissing } from './code-missing.js';
import { fieldSlots } from './field-slots.js';
import type { Flow } from './flow.js';
import { isComplete, isWholeCode } from './typed.js';
import { twoStepsWords } from './two-steps-words.en.js';
import type { SentCode } from './use-kept-step.js';

/** The second step: the code, and the new password twice. The address cannot be changed here. */
export function CodeStep(props: {
  flow: Flow;
  sent: SentCode;
  /** Shows a line about the mailed code above the form. */
  tell: (line: string) => void;
  codeSent: (sent: SentCode) => void;
  startAgain: () => void;
  done: () => void;
}) {
  const { flow, sent, tell, codeSent, startAgain, done } = props;
  const [typed, setTyped] = useState({ code: '', password: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<{ about?: 'code' | 'confirmation'; message: ReactNode }>();
  const codeField = useRef<HTMLInputElement>(null);
  const { code, password, confirmation } = typed;
  const about = (field: 'code' | 'confirmation') => (notice?.about === field ? notice.message : undefined);

  function type(change: Partial<typeof typed>) {
    setTyped({ ...typed, ...change });
    setNotice(undefined);
  }

  function checkMatch() {
    const differ = password !== '' && confirmation !== '' && password !== confirmation;
    if (differ)
      setNotice({ about: 'confirmation', message: <FailureMessage>{flow.words.mismatch}</FailureMessage> });
  }

  /** While Continue is disabled, Enter does not submit the form. So it shows what is missing. */
  function checkAll() {
    if (!isWholeCode(code) || password === '' || confirmation === '') {
      setNotice({ message: <FailureMessage>{twoStepsWords.missing}</FailureMessage> });
    } else checkMatch();
  }

  async function confirm(event: SyntheticEvent) {
    event.preventDefault();
    if (!isComplete(typed) || busy) return;
    setBusy(true);
    setNotice(undefined);
    try {
      await flow.confirm({ email: sent.email, code, password });
      done();
    } catch (error) {
      const message = flow.codeNotice(error);
      const isWrongCode = error instanceof HttpFailure && error.status === flow.wrongCodeStatus;
      setNotice(isWrongCode ? { about: 'code', message } : { message });
      if (isWrongCode) codeField.current?.focus();
      setBusy(false);
    }
  }

  /** The new mail makes the earlier code invalid. */
  function sentAgain(next: SentCode) {
    codeSent(next);
    type({ code: '' });
    codeField.current?.focus();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void confirm(event)}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement) checkAll();
      }}
      noValidate
    >
      <TextInput
        label={twoStepsWords.email}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        value={sent.email}
        readOnly
      />
      <CodeMissing flow={flow} sent={sent} tell={tell} sentAgain={sentAgain} startAgain={startAgain} />
      <CodeField
        code={code}
        error={about('code')}
        field={codeField}
        onChange={(next) => type({ code: next })}
      />
      <PasswordField
        label={twoStepsWords.password}
        name="new-password"
        autoComplete="new-password"
        size="md"
        value={password}
        description={flow.passwordHelp(password)}
        {...fieldSlots}
        onChange={(event) => type({ password: event.currentTarget.value })}
        onBlur={checkMatch}
      />
      <CommonPassword password={password} />
      <PasswordField
        label={twoStepsWords.confirmation}
        name="confirm-password"
        autoComplete="new-password"
        size="md"
        value={confirmation}
        error={about('confirmation')}
        aria-invalid={notice?.about === 'confirmation' || undefined}
        {...fieldSlots}
        onChange={(event) => type({ confirmation: event.currentTarget.value })}
        onBlur={checkMatch}
      />
      {notice?.about ? null : notice?.message}
      <Button type="submit" size="md" fullWidth loading={busy} disabled={!isComplete(typed)}>
        {twoStepsWords.continue}
      </Button>
    </form>
  );
}
