import { expect, test } from '@jest/globals';
import { securityLetter } from './security-letter.js';

const letter = (news: Parameters<typeof securityLetter>[1]['news'], stopAt?: string) =>
  securityLetter('anna@example.com', {
    ...{ news, publicUrl: 'https://print.example.com' },
    ...(stopAt !== undefined && { stopAt }),
  });

test('a mail about a change that can be stopped contains the link that stops it', () => {
  const { to, subject, text } = letter('address-added', 'https://print.example.com/stop-change#token');
  expect([to, subject]).toEqual(['anna@example.com', 'An address was added to your account']);
  expect(text).toMatch(
    /^One more e-mail address was added [\s\S]*nothing to do\.\n\nIf it was not you, stop it/,
  );
  expect(text).toContain('\nhttps://print.example.com/stop-change#token\n');
  expect(text).not.toContain('/reset-password');
});

test('a mail about another event links to the password reset', () => {
  const { text } = letter('provider-linked');
  expect(text).toContain('\nhttps://print.example.com/reset-password\n');
  expect(text).toContain('Then look at your account: https://print.example.com/account\n');
  expect(text).not.toContain('stop it');
});

test('the mail about a deleted account asks the person to write to us', () => {
  expect(letter('account-deleted').text).toMatch(/If it was not you, please write to us\.\n$/);
});
