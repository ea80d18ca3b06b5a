import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { prepareStatement, valuesOf } from './named-parameters.js';

test('names become numbers in order of first use, and a repeated name is one value', () => {
  const prepared = prepareStatement('SELECT :b, :a, :b WHERE x = :a_1');
  expect(prepared).toEqual({ text: 'SELECT $1, $2, $1 WHERE x = $3', names: ['b', 'a', 'a_1'] });
  expect(valuesOf(prepared, { a_1: null, b: 'B', a: [1] })).toEqual(['B', [1], null]);
});

test.each([
  ['a cast', `SELECT x::uuid, '1'::int, :id::uuid`, `SELECT x::uuid, '1'::int, $1::uuid`],
  ['a string', `SELECT ':id', 'it''s :id', :id`, `SELECT ':id', 'it''s :id', $1`],
  ['a string with a backslash at its end', `SELECT '\\', :id`, `SELECT '\\', $1`],
  ['a string with escapes', `SELECT E'\\' :id', e'a''\\\\', :id`, `SELECT E'\\' :id', e'a''\\\\', $1`],
  ['a string over two lines', `SELECT 'a\n:id', :id`, `SELECT 'a\n:id', $1`],
  ['a quoted name', `SELECT 1 AS ":id "" :id", :id`, `SELECT 1 AS ":id "" :id", $1`],
  ['a comment to the end of the line', `SELECT 1 -- it's :id\n, :id`, `SELECT 1 -- it's :id\n, $1`],
  ['a comment at the end', `SELECT :id -- :id`, `SELECT $1 -- :id`],
  ['a comment', `SELECT /* it's :id */ :id`, `SELECT /* it's :id */ $1`],
  ['a comment in a comment', `SELECT /* a /* b */ :id */ :id`, `SELECT /* a /* b */ :id */ $1`],
  ['a dollar-quoted text', `SELECT $$ it's :id $1 $$, :id`, `SELECT $$ it's :id $1 $$, $1`],
  ['a dollar-quoted text with a tag', `SELECT $a$ :id $$ $b$ $a$, :id`, `SELECT $a$ :id $$ $b$ $a$, $1`],
  ['an operator of JSON', `SELECT a->>'x', b @> :id, c ? 'd'`, `SELECT a->>'x', b @> $1, c ? 'd'`],
  ['an assignment', `x := :id`, `x := $1`],
  ['an assignment without spaces', `SELECT f(x:=y, z => :id)`, `SELECT f(x:=y, z => $1)`],
  ['a slice', `SELECT x[1 : n], x[1:2], :id`, `SELECT x[1 : n], x[1:2], $1`],
  ['a name with a dollar sign', `SELECT a$1, b$x$, :id`, `SELECT a$1, b$x$, $1`],
])('%s is left unchanged', (_, sql, text) => {
  expect(prepareStatement(sql)).toEqual({ text, names: ['id'] });
});

test('a query with numbered parameters is refused', () => {
  expect(() => prepareStatement('SELECT $1')).toThrow(
    'Name the parameter $1, for example ":ownerId", in: SELECT $1',
  );
});

test('a comment without an end is refused', () => {
  expect(() => prepareStatement('SELECT 1 /* :a /* b */')).toThrow('A comment has no end');
});

test('every missing or superfluous parameter is named', () => {
  const prepared = prepareStatement('SELECT :a, :b, :c');
  expect(() => valuesOf(prepared, { a: 1, b: undefined, d: 2, e: undefined })).toThrow(
    'Parameters: b is missing, c is missing, d is not in the statement, e is not in the statement, in: SELECT $1, $2, $3',
  );
  expect(() => valuesOf(prepared, { a: 1, b: null, c: 0 })).not.toThrow();
  expect(() => valuesOf(prepareStatement('SELECT :constructor'), {})).toThrow('constructor is missing');
});

test('quoted text is kept unchanged', () => {
  const quoted = fc.oneof(
    fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
    fc.string().map((text) => `$q$${text.replaceAll('$', '')}$q$`),
    fc.string().map((text) => `--${text.replaceAll('\n', '')}\n`),
    fc.string().map((text) => `/*${text.replaceAll(/[*/]/g, '')}*/`),
  );
  fc.assert(
    fc.property(fc.array(quoted), (parts) => {
      const before = parts.map((part) => `${part} = :id, `).join('');
      const after = parts.map((part) => `${part} = $1, `).join('');
      expect(prepareStatement(`${before}:id`).text).toBe(`${after}$1`);
    }),
  );
});
