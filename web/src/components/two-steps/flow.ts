import type { ReactNode } from 'react';

/** The user's input in the second step. */
interface TypedCode {
  email: string;
  code: string;
  password: string;
}

/**
 * A flow of two steps: the user types an address and gets a code by mail, then types the code and a new
 * password.
 */
export interface Flow {
  /** The key under which the tab stores the current step. */
  name: 'sign-up' | 'reset';
  /** The specification's sentences about wrong input. */
  words: { badEmail: string; mismatch: string };
  /** @returns the id of the mail, if the answer names it @throws the error of the call */
  askCode: (email: string) => Promise<string | undefined>;
  /** @throws the error of the call */
  confirm: (typed: TypedCode) => Promise<void>;
  /** The notice for a failure of the first step. */
  addressNotice: (error: unknown) => ReactNode;
  /** The notice for a failure of the second step. */
  codeNotice: (error: unknown) => ReactNode;
  /** The HTTP status for a wrong code. */
  wrongCodeStatus: 400 | 422;
  /** Shown below the new password. */
  passwordHelp: (password: string) => ReactNode;
}
