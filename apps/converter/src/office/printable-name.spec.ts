import { expect, test } from '@jest/globals';
import { printableName } from './printable-name.js';

test.each([
  'essay.docx',
  'Über 50 % – “final” (2) #3.docx',
  '日本語.ods',
  '👩‍🚀.odp',
  '--help.docx',
  'a..b.docx',
  "'; rm -rf.docx",
])('%s is printed unchanged', (name) => {
  expect(printableName(name)).toBe(name);
});

test.each([
  ['../../etc/passwd.docx', 'passwd.docx'],
  ['C:\\Users\\anna\\essay.docx', 'essay.docx'],
  ['file:///etc/essay.docx', 'essay.docx'],
  ['..', 'document'],
  ['a/..', 'document'],
  ['.docx', 'docx'],
  [' . . .docx', 'docx'],
  ['', 'document'],
  ['a\0b\r\n\t\u001b\u0085\u2028c.docx', 'abc.docx'],
  ['half \ud83d.docx', 'half .docx'],
  [`${'é'.repeat(400)}.docx`, 'é'.repeat(255)],
  [`${'é'.repeat(254)}👩.docx`, 'é'.repeat(254)],
])('the name %j is printed as %j', (name, printed) => {
  expect(printableName(name)).toBe(printed);
});
