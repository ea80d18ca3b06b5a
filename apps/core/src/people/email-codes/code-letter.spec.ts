import { expect, test } from '@jest/globals';
import { codeLetter } from './code-letter.js';

test.each([
  ['sign-up', 'Your code for signing up', 'to sign up with Sixpence.'],
  ['reset', 'Your code for a new password', 'to choose a new password.'],
  ['address', 'Your code for this address', 'to add this address to your account.'],
  ['provider', 'Your code for signing in', 'to show that this address is yours.'],
] as const)(
  'the mail for %s names the purpose of the code, and its subject does not contain the code',
  (purpose, subject, what) => {
    const letter = codeLetter({ purpose, address: 'anna@example.com' }, '471902');
    expect(letter).toMatchObject({ to: 'anna@example.com', subject });
    expect(letter.text).toMatch(/^Your code is 471902\n/);
    expect(letter.text).toContain(`${what} It is good for 10 minutes.`);
  },
);
