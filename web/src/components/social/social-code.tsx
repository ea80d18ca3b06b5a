import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import type { SocialEnd, UnprovenPerson } from '@sixpence/contracts/http/social';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { HttpFailure, post } from '../../lib/http.js';
import styles from '../entry/entry.module.css';
import { FailureMessage } from '../failure-message.js';
import { CodeField } from '../two-steps/code-field.js';
import { isWholeCode } from '../two-steps/typed.js';
import { twoStepsWords } from '../two-steps/two-steps-words.en.js';
import { useMailRefused } from '../two-steps/use-mail-refused.js';
import { providerTitles } from './provider-sign-in.js';
import { socialWords } from './social-words.en.js';

/** The form for a mailed code, for a user whose provider has not confirmed their address. */
export function SocialCode(props: {
  person: UnprovenPerson;
  done: (to: SocialEnd) => void;
  startAgain: () => void;
}) {
  const { person, done, startAgain } = props;
  const { email } = person;
  const [mail, setMail] = useState(person.mail);
  const [line, setLine] = useState(socialWords.sentTo(providerTitles[person.provider], email));
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<{ isAboutCode: boolean; message: ReactNode }>();
  const field = useRef<HTMLInputElement>(null);
  const isRefused = useMailRefused(mail);

  async function act(work: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    setNotice(undefined);
    try {
      await work();
    } catch (error) {
      const isAboutCode = error instanceof HttpFailure && error.status === 422;
      setNotice({ isAboutCode, message: codeNotice(error) });
      if (isAboutCode) field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  function type(next: string) {
    setCode(next);
    setNotice(undefined);
  }

  const confirm = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isWholeCode(code)) return;
    void act(async () => done((await post('/social-confirm', { code })).to));
  };

  const sendAgain = () =>
    void act(async () => {
      setMail((await post('/social-code')).mail);
      setLine(socialWords.sentAgain);
      // The new mail makes the earlier code invalid.
      type('');
      field.current?.focus();
    });

  return (
    <form className={styles.form} onSubmit={confirm} noValidate>
      <TextInput label={twoStepsWords.email} type="email" size="md" value={email} readOnly />
      <p className={styles.small} role="status">
        {line}
      </p>
      {isRefused ? (
        <FailureMessage advice={socialWords.mailRefusedAdvice}>
          {socialWords.mailRefused(email)}
        </FailureMessage>
      ) : null}
      <div className={styles.ways}>
        <button type="button" className={styles.quiet} onClick={sendAgain} aria-disabled={busy}>
          {socialWords.again}
        </button>
        <button type="button" className={styles.quiet} onClick={startAgain}>
          {socialWords.otherWay}
        </button>
      </div>
      <CodeField
        code={code}
        error={notice?.isAboutCode ? notice.message : undefined}
        field={field}
        onChange={type}
      />
      {notice?.isAboutCode ? null : notice?.message}
      <Button type="submit" size="md" fullWidth loading={busy} disabled={!isWholeCode(code)}>
        {twoStepsWords.continue}
      </Button>
    </form>
  );
}

/** The sentence for a refused code, by HTTP status. */
function codeNotice(error: unknown): ReactNode {
  if (!(error instanceof HttpFailure)) {
    return <FailureMessage advice={socialWords.connectionAdvice}>{socialWords.failed}</FailureMessage>;
  }
  if (error.status === 422) {
    return <FailureMessage advice={socialWords.wrongCodeAdvice}>{socialWords.wrongCode}</FailureMessage>;
  }
  if (error.status === 409) return <FailureMessage>{socialWords.ended}</FailureMessage>;
  if (error.status === 429)
    return <FailureMessage advice={socialWords.tooMany}>{socialWords.failed}</FailureMessage>;
  return <FailureMessage advice={error.serverMessage}>{socialWords.failed}</FailureMessage>;
}
