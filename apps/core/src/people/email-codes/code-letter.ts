import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Letter } from '../../platform/mail/letter.js';
import type { CodeHolder, EmailCodePurpose } from './email-code.js';

const wordsOf: Record<EmailCodePurpose, { subject: string; what: string }> = {
  'sign-up': { subject: 'Your code for signing up', what: 'sign up with Sixpence' },
  reset: { subject: 'Your code for a new password', what: 'choose a new password' },
  address: { subject: 'Your code for this address', what: 'add this address to your account' },
  provider: { subject: 'Your code for signing in', what: 'show that this address is yours' },
};

/**
 * The mail that carries a code. The subject does not contain the code, because phones show subjects on the
 * lock screen and mail servers log them.
 */
export function codeLetter({ purpose, address }: CodeHolder, code: string): Letter {
  const { subject, what } = wordsOf[purpose];
  return {
    to: address,
    subject,
    text: [
      `Your code is ${code}`,
      '',
      `Type it where you asked for it, to ${what}. It is good for ${lifeSeconds.emailCode / 60} minutes.`,
      'Nobody from Sixpence will ever ask you for it by phone, mail, or message.',
      '',
      'If you asked for nothing, leave this mail alone: without the code nothing happens.',
      '',
    ].join('\n'),
  };
}
