import { useState } from 'react';
import { forget, recall, remember } from '../../lib/remembered.js';

/** Where somebody is who has been mailed a code. */
export interface SentCode {
  email: string;
  /** The mail, to ask what became of it; absent when the answer did not name it. */
  mail?: string;
}

const keys = { 'sign-up': 'sixpence.sign-up', reset: 'sixpence.reset', address: 'sixpence.address' } as const;

/** Nothing of an address stays in the tab once its person is in, whatever way they came. */
export function forgetKeptSteps(): void {
  for (const name of ['sign-up', 'reset'] as const) forget('sessionStorage', keys[name]);
}

/** Nor of one that was being added, once its person is out. */
export function forgetAddedAddress(): void {
  forget('sessionStorage', keys.address);
}

/** How far somebody came, kept in the tab: a reload, or a look into the mail program, loses nothing. */
export function useKeptStep(name: keyof typeof keys) {
  const key = keys[name];
  const [sent, setSent] = useState<SentCode | undefined>(() => read(key));

  function codeSent(code: SentCode) {
    remember('sessionStorage', key, JSON.stringify(code));
    setSent(code);
  }

  /** Back to the first step. */
  function startAgain() {
    forget('sessionStorage', key);
    setSent(undefined);
  }

  return { sent, codeSent, startAgain, finished: forgetKeptSteps };
}

function read(key: string): SentCode | undefined {
  try {
    const { email, mail } = JSON.parse(recall('sessionStorage', key) ?? '{}') as Partial<SentCode>;
    if (typeof email !== 'string') return undefined;
    return typeof mail === 'string' ? { email, mail } : { email };
  } catch (error) {
    console.warn('What the tab kept cannot be read', error);
    return undefined;
  }
}
