import { expect, test } from '@jest/globals';
import { readToUnicode } from './to-unicode.js';

const meanings = (table: string) => Object.fromEntries(readToUnicode(table));

test('single codes, ranges, and lists are read', () => {
  const table = `2 beginbfchar <0003> <0020> <0010> <00660069> endbfchar
2 beginbfrange <0041> <0043> <0411> <0050><0051>[<4E2D><6587>] endbfrange
1 beginbfchar <60> <D840DC0B> endbfchar`;
  expect(meanings(table)).toEqual({
    ...{ 0x03: ' ', 0x10: 'fi', 0x41: 'Б', 0x42: 'В', 0x43: 'Г', 0x50: '中', 0x51: '文', 0x60: '𠀋' },
  });
});

test('a range increments the last character of its text, up to the last code point of Unicode', () => {
  const table =
    'beginbfrange <70> <71> <00660069> <80> <82> <DBFFDFFE> <90> <90> <41> <0a 1> <a1> <4> endbfrange';
  expect(meanings(table)).toEqual({
    ...{ 0x70: 'fi', 0x71: 'fj', 0x80: '\u{10fffe}', 0x81: '\u{10ffff}', 0x90: 'A', 0xa1: '\u0004' },
  });
});

test('text with an odd number of bytes loses its last byte', () => {
  expect(meanings('beginbfchar <01> <004100> <02> <0042004> endbfchar')).toEqual({ 1: 'A', 2: 'B' });
});

test('a code has at most eight digits', () => {
  expect(meanings('beginbfchar <0000004100> <0041> endbfchar')).toEqual({ 0x41: 'A' });
});

test('entries outside a section, or after its end, are ignored', () => {
  const table =
    '<01> <0041> beginbfchar <02> <0042> endbfchar <03> <0043> beginbfrange <04> <04> <0044> endbfrange';
  expect(meanings(table)).toEqual({ 2: 'B', 4: 'D' });
});

test('comments are ignored', () => {
  const table = `%% beginbfchar <01> <0041> endbfchar
1 beginbfchar % <02> <0042>\r<03> % the code\n<0043> endbfchar`;
  expect(meanings(table)).toEqual({ 0x03: 'C' });
});

test.each([
  '',
  'beginbfchar',
  'beginbfrange <00> <01',
  'beginbfrange <00> <02> [',
  'beginbfchar <0> <123> <> <>',
])('a broken or truncated table (%s) is read without an error', (table) => {
  expect(readToUnicode(table).size).toBeLessThanOrEqual(3);
});

test('endless ranges are read up to the number of possible codes', () => {
  const endless = `beginbfrange ${'<0000> <FFFFFFFF> <0000> '.repeat(10_000)} endbfrange`;
  expect(readToUnicode(endless).size).toBe(65_536);
  const rows = Array.from({ length: 70_000 }, (_, at) => `<${at.toString(16)}> <0041>`);
  expect(readToUnicode(`beginbfchar ${rows.join(' ')} endbfchar`).size).toBe(65_536);
});
