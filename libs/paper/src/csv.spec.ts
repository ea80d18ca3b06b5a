import { expect, test } from '@jest/globals';
import { csvOf } from './csv.js';

test('csvOf ends every line with CRLF', () => {
  expect(csvOf([['a', 1], ['é']])).toEqual(Buffer.from('"a",1\r\n"é"\r\n'));
});

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['\nessay', `"'\nessay"`],
  ['＝1', `"'＝1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠sum', `"'＠sum"`],
  [' =1', `"' =1"`],
  ['"=1', `"'""=1"`],
  ['a;=1', `"a;'=1"`],
  ['a; "=1', `"a;' ""=1"`],
  ['a;;-1;b', `"a;;'-1;b"`],
  ['a\t＋1', `"a\t'＋1"`],
  ['a;b', '"a;b"'],
  ['a=1', '"a=1"'],
  ['say "hi", twice\nor more', '"say ""hi"", twice\nor more"'],
  ['', '""'],
])('csvOf escapes formulas and keeps a text in its cell: %j', (text, written) => {
  expect(csvOf([[text]]).toString('utf8')).toBe(`${written}\r\n`);
});

test('csvOf writes plain amounts as numbers', () => {
  expect(csvOf([[{ plain: '-0.30' }, -3]]).toString('utf8')).toBe('-0.30,-3\r\n');
});
