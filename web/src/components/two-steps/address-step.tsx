import { Button, TextInput } from '@mantine/core';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import styles from '../entry/entry.module.css';
import { FailureMessage } from '../failure-message.js';
import { fieldSlots } from './field-slots.js';
import type { Flow } from './flow.js';
import { twoStepsWords } from './two-steps-words.en.js';
import type { SentCode } from './use-kept-step.js';

/** The first step: the user's address, which is put in lower case while the user types. */
export function AddressStep(props: {
  flow: Flow;
  notice: ReactNode;
  /** The user came back from the second step to type another address. */
  isBack: boolean;
  codeSent: (sent: SentCode) => void;
}) {
  const { flow, isBack, codeSent } = props;
  const [email, setEmail] = useState('');
  const [isBad, setBad] = useState(false);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState(props.notice);

  function checkEmail() {
    if (email !== '' && !isEmailAddress(email)) setBad(true);
  }

  async function askCode(event: SyntheticEvent) {
    event.preventDefault();
    if (!isEmailAddress(email) || busy) return;
    setBusy(true);
    setNotice(undefined);
    try {
      const mail = await flow.askCode(email);
      codeSent(mail === undefined ? { email } : { email, mail });
    } catch (error) {
      setNotice(flow.addressNotice(error));
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void askCode(event)} noValidate>
      <TextInput
        label={twoStepsWords.email}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        maxLength={254}
        autoFocus={isBack}
        value={email}
        error={
          isBad ? (
            <FailureMessage advice={twoStepsWords.emailAdvice}>{flow.words.badEmail}</FailureMessage>
          ) : undefined
        }
        {...fieldSlots}
        onChange={(event) => {
          setEmail(event.currentTarget.value.toLowerCase());
          setBad(false);
        }}
        onBlur={checkEmail}
        // While Continue is disabled, Enter does not submit the form. So it checks the address instead.
        onKeyDown={({ key }) => {
          if (key === 'Enter') checkEmail();
        }}
      />
      {isBad ? null : notice}
      <Button type="submit" size="md" fullWidth loading={busy} disabled={!isEmailAddress(email)}>
        {twoStepsWords.continue}
      </Button>
    </form>
  );
}
