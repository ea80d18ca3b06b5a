import { expect, test } from '@jest/globals';
import type { Content } from '@sixpence/content/content';
import { contents } from '@sixpence/content/contents';
import { say } from '@sixpence/content/write';
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
  ['jam', '/document-is-not-printing'],
  ['paper jam', '/document-is-not-printing'],
  ['cancel', '/how-to-cancel-print-job'],
  ['hide my email', '/unhide-apple-email'],
  ['install app', '/do-i-need-to-download'],
  ['balence', '/how-to-check-balance'],
  ['cookies', '/privacy'],
  ['liability', '/terms'],
  ['webpage', '/printing-emails-webpages'],
  ['price of a page', '/how-much-to-pay'],
  ['pin expired', '/cannot-login-at-printer'],
  ['money', '/how-to-check-balance'],
  ['convert an image', '/how-to-convert-to-pdf'],
  ['print a website', '/printing-emails-webpages'],
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

/** A page with one paragraph. */
const aPage = (path: Content['path'], ...words: string[]): Content => ({
  path,
  changed: '2026-11-23',
  blocks: words.map((text) => ({ kind: 'paragraph', text: say([text] as unknown as TemplateStringsArray) })),
});
const pathsOf = (answers: { to: string }[]) => answers.map(({ to }) => to);

test('at most six pages are found', () => {
  expect(new Set(pathsOf(find('print'))).size).toBe(6);
});

test('an excerpt ends at the end of a word, and a short text is not cut', () => {
  const whole = `${'word '.repeat(27)}end12`;
  const [short] = buildIndex([aPage('/terms', whole)])('word');
  expect([whole.length, short?.excerpt]).toEqual([140, whole]);
  const [cut] = buildIndex([aPage('/terms', `${whole} more`)])('word');
  expect(cut?.excerpt).toBe(`${whole} …`);
  const [inWord] = buildIndex([aPage('/terms', `${whole}3 more`)])('word');
  expect(inWord?.excerpt).toBe(`${'word '.repeat(26)}word …`);
});

test('pages with one word of the question are found only if no page has all words', () => {
  const two = [aPage('/terms', 'quick fox'), aPage('/privacy', 'quick dog'), aPage('/solutions', 'slow')];
  expect(pathsOf(buildIndex(two)('quick fox'))).toEqual(['/terms']);
  expect(pathsOf(buildIndex(two)('quick snail')).toSorted()).toEqual(['/privacy', '/terms']);
});

test('a word in the title of a page counts more than the same word in a text', () => {
  const two = [aPage('/terms', 'privacy privacy'), aPage('/privacy', 'nothing else')];
  expect(pathsOf(buildIndex(two)('privacy'))).toEqual(['/privacy', '/terms']);
});

test.each([
  ['colour', 'color'],
  ['email', 'mail'],
  ['e-mail', 'mail'],
  ['file', 'document'],
  ['files', 'document'],
  ['image', 'picture'],
  ['money', 'balance'],
  ['photo', 'picture'],
  ['pin', 'code'],
  ['refund', 'refunds'],
  ['webpage', 'web'],
  ['website', 'web'],
])('a question with %s finds a text with %s, and vice versa', (one, other) => {
  const paths = (asked: string, said: string) => pathsOf(buildIndex([aPage('/terms', said)])(asked));
  expect([paths(one, other), paths(other, one)]).toEqual([['/terms'], ['/terms']]);
});
