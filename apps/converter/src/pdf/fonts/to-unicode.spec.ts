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
  expect(readToUnicode(endless).size).toBeLessThanOrEqual(65_536);
});
