import type { Letter } from '../../platform/mail/letter.js';

/** The events of an account about which its person gets a mail. */
export type SecurityNews =
  | 'password-changed'
  | 'password-set'
  | 'address-added'
  | 'address-removed'
  | 'address-primary'
  | 'change-stopped'
  | 'provider-linked'
  | 'provider-removed'
  | 'account-deleted';

const wordsOf: Record<SecurityNews, { subject: string; what: string }> = {
  'password-changed': {
    subject: 'Your password was changed',
    what: 'The password of your account was changed.',
  },
  'password-set': { subject: 'Your account has a password', what: 'Your account was given a password.' },
  'address-added': {
    subject: 'An address was added to your account',
    what: 'One more e-mail address was added to your account. It can sign in, and choose a new password.',
  },
  'address-removed': {
    subject: 'An address was removed from your account',
    what: 'An e-mail address was removed from your account.',
  },
  'address-primary': {
    subject: 'Your account has another main address',
    what: 'Another e-mail address is now the main one of your account.',
  },
  'change-stopped': {
    subject: 'Changes of your account were stopped',
    what: 'The latest changes of the e-mail addresses of your account were stopped. Everybody was signed out.',
  },
  'provider-linked': {
    subject: 'Another way to sign in to your account',
    what: 'A provider was linked to your account and signs in to it.',
  },
  'provider-removed': {
    subject: 'A way to sign in to your account was removed',
    what: 'A provider that was linked to your account does not sign in to it any more.',
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    what: 'Your account was deleted, as was asked for.',
  },
};

/**
 * The mail about an event: the event, and the remedy if another person caused it. It contains no names,
 * addresses, or codes.
 * @param news.stopAt the link that stops a change of addresses
 */
export function securityLetter(
  to: string,
  { news, publicUrl, stopAt }: { news: SecurityNews; publicUrl: string; stopAt?: string },
): Letter {
  const { subject, what } = wordsOf[news];
  const text = [
    what,
    '',
    'If this was you, there is nothing to do.',
    '',
    ...remedy({ news, publicUrl, stopAt }),
    '',
  ];
  return { to, subject, text: text.join('\n') };
}

function remedy({
  news,
  publicUrl,
  stopAt,
}: {
  news: SecurityNews;
  publicUrl: string;
  stopAt: string | undefined;
}): string[] {
  if (news === 'account-deleted') return ['If it was not you, please write to us.'];
  if (stopAt !== undefined) {
    return [
      'If it was not you, stop it within 72 hours:',
      stopAt,
      '',
      'That undoes it, signs everybody out, and lets you choose a new password.',
    ];
  }
  return [
    'If it was not you, choose a new password; that signs everybody out:',
    `${publicUrl}/reset-password`,
    '',
    `Then look at your account: ${publicUrl}/account`,
  ];
}
