import { expect, test } from '@jest/globals';
import { plainWords, shownText } from './reply.js';

test.each([
  ['one\u0007two', 'one two'],
  ['  a\t \nb ', 'a b'],
  ['left\u202eright\u200bthin', 'left right thin'],
  ['private\ue000lone\ud800', 'private lone'],
  ['\u{1f5a8}\u{1f5a8}\u{1f5a8}\u{1f5a8}\u{1f5a8}\u{1f5a8}\u{1f5a8}\u{1f5a8}', '\u{1f5a8}'.repeat(7)],
])('%j is shown as %j', (text, shown) => {
  expect(shownText(text, text.startsWith('\u{1f5a8}') ? 7 : 100)).toBe(shown);
});

test('a plain word has letters, digits, and the punctuation of keywords, and at most 255 characters', () => {
  const good = ['iso_a4_210x297mm', 'application/vnd.x+y', 'urn:uuid:1', '9', 'x'.repeat(255)];
  const bad = ['', '-a', '.a', 'a b', 'ä', 'a\n', 'x'.repeat(256)];
  expect(plainWords([...bad, ...good])).toEqual(good);
});
