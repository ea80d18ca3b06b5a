import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import styles from '../entry/entry.module.css';
import { Notice } from '../notice.js';
import { CodeField } from './code-field.js';
import type { Flow } from './flow.js';
import { SentCodeLine } from './sent-code-line.js';
import { isComplete, isWholeCode } from './typed.js';
import { twoStepsWords } from './two-steps-words.js';
import type { SentCode } from './use-kept-step.js';

/** The second step: the code, and the new password twice. The address stands fast. */
export function CodeStep(props: {
  flow: Flow;
  sent: SentCode;
  codeSent: (sent: SentCode) => void;
  startAgain: () => void;
  done: () => void;
}) {
  const { flow, sent, codeSent, startAgain, done } = props;
  const [typed, setTyped] = useState({ code: '', password: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<ReactNode>();
  const { code, password, confirmation } = typed;

  function type(change: Partial<typeof typed>) {
    setTyped({ ...typed, ...change });
    setNotice(undefined);
  }

  function checkMatch() {
    const differ = password !== '' && confirmation !== '' && password !== confirmation;
    if (differ) setNotice(<Notice>{flow.says.mismatch}</Notice>);
  }

  /** Enter submits nothing while Continue is disabled; then it says what is missing. */
  function checkAll() {
    if (!isWholeCode(code) || password === '' || confirmation === '') {
      setNotice(<Notice>{twoStepsWords.missing}</Notice>);
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
      setNotice(flow.codeNotice(error));
      setBusy(false);
    }
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
      <SentCodeLine flow={flow} sent={sent} codeSent={codeSent} startAgain={startAgain} />
      <CodeField code={code} onChange={(next) => type({ code: next })} />
      <PasswordInput
        label={twoStepsWords.password}
        name="new-password"
        autoComplete="new-password"
        size="md"
        value={password}
        onChange={(event) => type({ password: event.currentTarget.value })}
        onBlur={checkMatch}
      />
      {flow.passwordHelp(password)}
      <PasswordInput
        label={twoStepsWords.confirmation}
        name="confirm-password"
        autoComplete="new-password"
        size="md"
        value={confirmation}
        onChange={(event) => type({ confirmation: event.currentTarget.value })}
        onBlur={checkMatch}
      />
      {notice}
      <Button type="submit" size="md" fullWidth loading={busy} disabled={!isComplete(typed)}>
        {twoStepsWords.continue}
      </Button>
    </form>
  );
}
