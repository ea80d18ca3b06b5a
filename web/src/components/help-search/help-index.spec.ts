import { expect, test } from '@jest/globals';
import { contents } from '@sixpence/content/contents';
import { buildIndex } from './help-index.js';

const find = buildIndex(contents);

/** Questions of users, and the page with the answer. */
test.each([
  ['top up', '/how-to-top-up'],
  ['How do I top up my money?', '/how-to-top-up'],
  ['code expired', '/cannot-login-at-printer'],
  ['paper', '/printer-ran-out-of-paper'],
  ['heic photo', '/how-to-convert-to-pdf'],
  ['password protected file', '/documents-missing-on-dashboard'],
  ['several copies', '/how-to-print-multiple-copies'],
  ['cancel', '/how-to-cancel-print-job'],
  ['hide my email', '/unhide-apple-email'],
  ['install app', '/do-i-need-to-download'],
  ['balence', '/how-to-check-balance'],
  ['cookies', '/privacy'],
  ['liability', '/terms'],
  ['webpage', '/printing-emails-webpages'],
  ['price of a page', '/how-much-to-pay'],
])('"%s" finds %s', (question, path) => {
  expect(find(question).map(({ to }) => to)).toContain(path);
  expect(
    find(question)
      .slice(0, 3)
      .map(({ to }) => to),
  ).toContain(path);
});

test('a page is found once, with its best section', () => {
  const answers = find('code');
  expect(new Set(answers.map(({ to }) => to)).size).toBe(answers.length);
  expect(find('does it expire')[0]).toMatchObject({ heading: 'Does it expire?', anchor: 'expiry' });
});

test.each(['', '   ', 'qwxzv', '.*+?^${}()|[]\\', 'the of a'])('%j finds nothing', (question) => {
  expect(find(question)).toEqual([]);
});
