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
  ['one of several lists is malformed [row 4] [row x]', undefined],
  ['a title may contain [row 4] in its middle', []],
  ['a malformed list [row four]', undefined],
  ['an empty list [rows]', undefined],
  ['a range in descending order [rows 9–8]', undefined],
])('the rows of the title "%s" are read', (title, expected) => {
  expect(rowsNamed(title)).toEqual(expected);
});

test('a title with an unknown row or a malformed list is reported', () => {
  const tests = [passed('good [row 4]'), passed('too high [row 8]'), passed('typed wrong [row 4-x]')];
  expect(rowsOfTests(tests, rows).unknown).toEqual(['too high [row 8]', 'typed wrong [row 4-x]']);
});

test('a row that several tests name counts once, and a skipped test shows no row', () => {
  const tests = [
    passed('one [row 4]'),
    passed('two [rows 4, 5]'),
    { title: 'three [row 6]', status: 'pending' },
  ];
  expect([...rowsShown([rowsOfTests(tests, rows)])]).toEqual([4, 5]);
});

test('a row with a failing test is not shown, even if a test of another group passes', () => {
  const one = rowsOfTests([passed('one [row 4]'), passed('two [row 5]')], rows);
  const other = rowsOfTests([failed('three [row 4]')], rows);
  expect([...rowsShown([one, other])]).toEqual([5]);
});

test('the rows are numbered without gaps, and each has a section and a requirement', () => {
  const table = [...readRows()];
  expect(table.map(([row]) => row)).toEqual(table.map((_, index) => index + 1));
  for (const [, { section, requirement }] of table) {
    expect(section).toMatch(/^§/);
    expect(requirement).toMatch(/\S/);
  }
});
