import { expect, test } from '@jest/globals';
import { limits } from '../limits.js';
import { mailText, rawTexts } from './mail-text.js';
import type { Node } from './message.js';

const leaf = (contentType: string, textContent: string, isAttachment = false): Node => ({
  contentType,
  textContent,
  isAttachment,
  children: [],
});
const parts = (contentType: string, ...children: Node[]): Node => ({ contentType, children });
const plain = leaf('text/plain', 'plain');
const html = leaf('text/html', '<b>html</b>');
const rich = leaf('text/x-rich', '<b>rich');
const blank = leaf('text/plain', ' \n ');
const nothing: Node = { contentType: false, children: [] };
const noHeaders = new Map<string, string>();

test.each([
  ['plain text', plain, 'plain'],
  ['HTML', html, 'html'],
  ['text of another kind', rich, '<b>rich'],
  ['an attached text', leaf('text/plain', 'attached', true), undefined],
  ['spaces', blank, undefined],
  ['parts without text', parts('multipart/mixed', blank, leaf('text/plain', 'a', true)), undefined],
  ['several parts', parts('multipart/mixed', plain, blank, html, plain), 'plain\n\nhtml\n\nplain'],
  ['nested parts', parts('multipart/mixed', parts('multipart/related', html), plain), 'html\n\nplain'],
  ['alternatives', parts('multipart/alternative', html, plain, rich), 'plain'],
  ['alternatives without plain text', parts('multipart/alternative', rich, html), 'html'],
  ['alternatives with blank plain text', parts('multipart/alternative', blank, html, blank), 'html'],
  [
    'an alternative of several parts',
    parts('multipart/alternative', blank, parts('multipart/related', html, rich)),
    'html\n\n<b>rich',
  ],
  ['alternatives without text', parts('multipart/alternative', blank, blank), undefined],
  ['a part without text', nothing, undefined],
])('the text of %s is printed as %j', (_what, tree, text) => {
  expect(mailText({ headers: noHeaders, date: '', tree })).toBe(text && `\n${text}`);
});

test('sender, date, and subject come before the text, if the mail has them', () => {
  const headers = new Map<string, unknown>([
    ['from', { text: '"Anna" <anna@example.com>' }],
    ['subject', 'A list'],
  ]) as Parameters<typeof mailText>[0]['headers'];
  const date = 'Sun, 22 Nov 2026 12:00:00 +0000';
  expect(mailText({ headers, date, tree: plain })).toBe(
    `From: "Anna" <anna@example.com>\nDate: ${date}\nSubject: A list\n\nplain`,
  );
  headers.delete('from');
  expect(mailText({ headers, date: '', tree: plain })).toBe('Subject: A list\n\nplain');
});

test('of a very long text only the beginning is read', () => {
  const long = leaf('text/plain', `${'a'.repeat(limits.textCharacters)}b`);
  expect(mailText({ headers: noHeaders, date: '', tree: long })).toHaveLength(limits.textCharacters + 1);
  expect([...rawTexts(long)]).toEqual(['a'.repeat(limits.textCharacters)]);
});

test('every text of a mail is listed in its original form', () => {
  const tree = parts('multipart/mixed', parts('multipart/alternative', plain, html), rich);
  expect([...rawTexts(tree)]).toEqual(['', '', 'plain', '<b>html</b>', '<b>rich']);
});
