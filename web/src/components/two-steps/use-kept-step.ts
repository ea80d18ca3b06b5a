import { useState } from 'react';
import { forget, recall, remember } from '../../lib/remembered.js';

/** The second step: a code was mailed to this address. */
export interface SentCode {
  email: string;
  /** The id of the mail, to check its state; absent when the answer did not name it. */
  mail?: string;
}

const keys = { 'sign-up': 'sixpence.sign-up', reset: 'sixpence.reset', address: 'sixpence.address' } as const;

/** Removes the stored steps of sign-up and reset, because the user has signed in by some method. */
export function forgetSignedOutSteps(): void {
  for (const name of ['sign-up', 'reset'] as const) forget('sessionStorage', keys[name]);
}

/** Removes the stored step of an address that was being added, because the user has signed out. */
export function forgetAddressStep(): void {
  forget('sessionStorage', keys.address);
}

/** The current step, stored in the tab. A reload, or a visit to the mail program, keeps it. */
export function useKeptStep(name: keyof typeof keys) {
  const key = keys[name];
  const [sent, setSent] = useState<SentCode | undefined>(() => read(key));

  function codeSent(code: SentCode) {
    remember('sessionStorage', key, JSON.stringify(code));
    setSent(code);
  }

  function startAgain() {
    forget('sessionStorage', key);
    setSent(undefined);
  }

  return { sent, codeSent, startAgain, forgetSignedOutSteps };
}

function read(key: string): SentCode | undefined {
  try {
    const { email, mail } = JSON.parse(recall('sessionStorage', key) ?? '{}') as Partial<SentCode>;
    if (typeof email !== 'string') return undefined;
    return typeof mail === 'string' ? { email, mail } : { email };
  } catch (error) {
    console.warn('The step that this tab stored is unreadable', error);
    return undefined;
  }
}
