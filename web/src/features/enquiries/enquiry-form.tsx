import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { StatusMessage } from '../../components/status-message.js';
import { FailureMessage } from '../../components/failure-message.js';
import styles from './enquiry-form.module.css';
import { enquiryWords } from './enquiries-words.en.js';
import type { Enquiry } from './use-enquiry.js';

/** The functions that a popup gives to its form. */
export interface PopupActions {
  close: () => void;
  /** The form was sent: the next opening shows a new form. */
  done: () => void;
}

/** The frame of both forms: fields, problem, button, and the confirmation. */
export function EnquiryForm<Name extends string>(props: {
  enquiry: Enquiry<Name>;
  popup: PopupActions;
  send: string;
  sent: string;
  sentAdvice: string;
  children: ReactNode;
}) {
  const { enquiry, popup, send, sent, sentAdvice, children } = props;
  const { problem, isBusy, isSent, form, submit } = enquiry;
  if (isSent) return <Sent popup={popup} sentence={sent} advice={sentAdvice} />;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {children}
      <label className={styles.reference} aria-hidden>
        {enquiryWords.reference}
        <input type="text" name="reference" autoComplete="off" tabIndex={-1} />
      </label>
      {problem ? <FailureMessage advice={problem.advice}>{problem.sentence}</FailureMessage> : null}
      <div className={styles.actions}>
        <Button type="submit" size="md" loading={isBusy}>
          {send}
        </Button>
        <Button variant="default" size="md" onClick={popup.close}>
          {enquiryWords.cancel}
        </Button>
      </div>
    </form>
  );
}

function Sent({ popup, sentence, advice }: { popup: PopupActions; sentence: string; advice: string }) {
  const { close, done } = popup;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    done();
  }, [done]);
  return (
    <div className={styles.form}>
      <StatusMessage advice={advice}>{sentence}</StatusMessage>
      <div className={styles.actions}>
        <Button ref={button} variant="default" size="md" onClick={close}>
          {enquiryWords.close}
        </Button>
      </div>
    </div>
  );
}
