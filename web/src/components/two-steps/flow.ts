import type { ReactNode } from 'react';

/** What somebody typed in the second step. */
export interface TypedCode {
  email: string;
  code: string;
  password: string;
}

/** A way in of two steps: an address, to which a code is mailed; then the code with a new password. */
export interface Flow {
  /** Under this name the tab remembers how far somebody came. */
  name: 'sign-up' | 'reset';
  /** The specification's sentences about what is typed. */
  says: { badEmail: string; mismatch: string };
  /** @returns the mail's id, if the answer names it @throws what did not work */
  askCode: (email: string) => Promise<string | undefined>;
  /** @throws what did not work */
  confirm: (typed: TypedCode) => Promise<void>;
  /** What is said when the first step did not work. */
  addressNotice: (error: unknown) => ReactNode;
  /** What is said when the second step did not work. */
  codeNotice: (error: unknown) => ReactNode;
  /** With this status the code was wrong. */
  wrongCodeStatus: 400 | 422;
  /** What stands under the new password. */
  passwordHelp: (password: string) => ReactNode;
}
