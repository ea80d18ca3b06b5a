import { expect, test } from '@jest/globals';
import { readRows, rowsNamed, rowsOfTests, rowsShown } from './rows.mjs';

const passed = (title) => ({ title, status: 'passed' });
const failed = (title) => ({ title, status: 'failed' });
const rows = new Map([4, 5, 6, 7].map((row) => [row, { section: '§1', requirement: 'any' }]));

test.each([
  ['a code works once', []],
  ['a code works once [row 8]', [8]],
  ['both choices are there [rows 4, 5]', [4, 5]],
  ['the page has its fields [rows 88–90, 92]', [88, 89, 90, 92]],
  ['each of several lists counts [row 4] [row 6] [rows 8–9]', [4, 6, 8, 9]],
  ['one list of several is none [row 4] [row x]', undefined],
  ['a title may speak of [row 4] in its middle', []],
  ['a list that is none [row four]', undefined],
  ['an empty list [rows]', undefined],
  ['a range from its end [rows 9–8]', undefined],
])('of "%s" the rows are read', (title, expected) => {
  expect(rowsNamed(title)).toEqual(expected);
});

test('a title that names a row that does not exist is told apart, and so is one that names it in vain', () => {
  const tests = [passed('good [row 4]'), passed('beyond [row 8]'), passed('typed wrong [row 4-x]')];
  expect(rowsOfTests(tests, rows).unknown).toEqual(['beyond [row 8]', 'typed wrong [row 4-x]']);
});

test('a row is shown once, however many tests show it, and by no test that was skipped', () => {
  const tests = [
    passed('one [row 4]'),
    passed('two [rows 4, 5]'),
    { title: 'three [row 6]', status: 'pending' },
  ];
  expect([...rowsShown([rowsOfTests(tests, rows)])]).toEqual([4, 5]);
});

test('a row of which a test fails is not shown, though another group has one that passes', () => {
  const one = rowsOfTests([passed('one [row 4]'), passed('two [row 5]')], rows);
  const other = rowsOfTests([failed('three [row 4]')], rows);
  expect([...rowsShown([one, other])]).toEqual([5]);
});

test('the table of rows is whole: numbered without a gap, each with a section and a requirement', () => {
  const table = [...readRows()];
  expect(table.map(([row]) => row)).toEqual(table.map((_, index) => index + 1));
  for (const [, { section, requirement }] of table) {
    expect(section).toMatch(/^§/);
    expect(requirement).toMatch(/\S/);
  }
});
