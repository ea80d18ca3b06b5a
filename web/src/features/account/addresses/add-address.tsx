import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { type SyntheticEvent, useRef, useState } from 'react';
import { FailureMessage } from '../../../components/failure-message.js';
import { CodeField } from '../../../components/two-steps/code-field.js';
import { CodeMissing } from '../../../components/two-steps/code-missing.js';
import { twoStepsWords } from '../../../components/two-steps/two-steps-words.en.js';
import { isWholeCode } from '../../../components/two-steps/typed.js';
import { type SentCode, useKeptStep } from '../../../components/two-steps/use-kept-step.js';
import { post } from '../../../lib/http.js';
import styles from '../account-page.module.css';
import { accountWords } from '../account-words.en.js';
import { problemOf } from '../problem.js';
import type { Acting } from '../use-act.js';
import { addressesWords } from '../account-words.en.js';

async function askCode(email: string): Promise<string> {
  return (await post('/address-add', { email })).mail;
}

/** Adds an address: first the address, then the code that was mailed to it. A reload keeps the step. */
export function AddAddress(props: {
  acting: Acting;
  /** Called when the forms close: the focus must move elsewhere. */
  closed: () => void;
}) {
  const { acting, closed } = props;
  const { sent, codeSent, startAgain } = useKeptStep('address');
  const [isOpen, setOpen] = useState(false);

  function open() {
    acting.clear();
    setOpen(true);
  }

  function close() {
    startAgain();
    setOpen(false);
    closed();
  }

  function cancel() {
    acting.clear();
    close();
  }

  function changeAddress() {
    startAgain();
    setOpen(true);
  }

  if (sent) {
    return (
      <TypeCode
        acting={acting}
        sent={sent}
        codeSent={codeSent}
        changeAddress={changeAddress}
        added={close}
        cancel={cancel}
      />
    );
  }
  if (isOpen) return <TypeAddress acting={acting} codeSent={codeSent} cancel={cancel} />;
  return (
    <div>
      <Button variant="default" onClick={open}>
        {addressesWords.add}
      </Button>
    </div>
  );
}

function TypeAddress(props: { acting: Acting; codeSent: (sent: SentCode) => void; cancel: () => void }) {
  const { acting, codeSent, cancel } = props;
  const [email, setEmail] = useState('');
  const [isBad, setBad] = useState(false);

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    setBad(!isEmailAddress(email));
    if (!isEmailAddress(email)) return;
    await acting.act({ name: 'code', action: async () => codeSent({ email, mail: await askCode(email) }) });
  }

  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <TextInput
        label={addressesWords.newAddress}
        type="email"
        name="email"
        autoComplete="email"
        size="md"
        maxLength={254}
        autoFocus
        value={email}
        error={isBad}
        onChange={(event) => {
          setEmail(event.currentTarget.value.toLowerCase());
          setBad(false);
        }}
      />
      {isBad ? (
        <FailureMessage advice={addressesWords.badAddressAdvice}>{addressesWords.badAddress}</FailureMessage>
      ) : null}
      <FormButtons acting={acting} name="code" words={addressesWords.sendCode} cancel={cancel} />
    </form>
  );
}

function TypeCode(props: {
  acting: Acting;
  sent: SentCode;
  codeSent: (sent: SentCode) => void;
  changeAddress: () => void;
  added: () => void;
  cancel: () => void;
}) {
  const { acting, sent, codeSent, changeAddress, added, cancel } = props;
  const { email } = sent;
  const [code, setCode] = useState('');
  const [status, setStatus] = useState(twoStepsWords.sentTo(email));
  const field = useRef<HTMLInputElement>(null);

  async function confirm(event: SyntheticEvent) {
    event.preventDefault();
    if (!isWholeCode(code)) return;
    const action = () => post('/address-confirm', { email, code });
    if (await acting.act({ name: 'confirm', done: addressesWords.added, action })) added();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void confirm(event)} noValidate>
      <p className={styles.lead} role="status">
        {status}
      </p>
      <CodeMissing
        flow={{
          askCode,
          addressNotice: (error) => {
            const { sentence, advice } = problemOf(error);
            return <FailureMessage advice={advice}>{sentence}</FailureMessage>;
          },
        }}
        sent={sent}
        tell={setStatus}
        sentAgain={(next) => {
          codeSent(next);
          setCode('');
          field.current?.focus();
        }}
        startAgain={changeAddress}
      />
      <CodeField code={code} error={undefined} field={field} onChange={setCode} />
      <FormButtons
        acting={acting}
        name="confirm"
        words={addressesWords.confirm}
        disabled={!isWholeCode(code)}
        cancel={cancel}
      />
    </form>
  );
}

function FormButtons(props: {
  acting: Acting;
  name: string;
  words: string;
  disabled?: boolean;
  cancel: () => void;
}) {
  const { acting, name, words, disabled = false, cancel } = props;
  return (
    <div className={styles.actions}>
      <Button type="submit" size="md" loading={acting.busy === name} disabled={disabled}>
        {words}
      </Button>
      <Button variant="default" size="md" onClick={cancel}>
        {accountWords.cancel}
      </Button>
    </div>
  );
}
