import { expect, test } from '@jest/globals';
import { richText } from './rich-text.js';

test.each([
  ['a\nb\r\nc\rd', 'a\\par\nb\\par\nc\\par\nd'],
  ['{\\object} \\u65?', '\\{\\\\object\\} \\\\u65?'],
  ['é € 😀', '\\u233? \\u8364? \\u-10179?\\u-8704?'],
  ['~\u007f\u009f\u00a0 \u7fff\u8000\uffff', '~\\u160? \\u32767?\\u-32768?\\u-1?'],
  ['a\tb\u0000\u001b\u0085c', 'a\\tab bc'],
])('%j is escaped as rich text', (text, written) => {
  expect(richText(text)).toMatch(/^\{\\rtf1/);
  expect(richText(text).endsWith(`\\f0\\fs22 ${written}\\par\n}`)).toBe(true);
});

test('the longest rich text is within the upload limit', () => {
  expect(richText('\ud83d'.repeat(50_000_000)).length).toBeLessThan(50 * 1024 ** 2);
});
