import { expect, test } from '@jest/globals';
import { inColumns, listLines } from './list-lines.js';

const columns = {
  Name: ({ name }: { name: string }) => name,
  Length: ({ name }: { name: string }) => `${name.length}`,
};

test('a list has a header, and a line for each item', () => {
  const items = [{ name: 'one' }, { name: 'three' }];
  expect(listLines(items, 'No items.', columns)).toEqual(['Name\tLength', 'one\t3', 'three\t5']);
});

test('an empty list has its own sentence', () => {
  expect(listLines([], 'No items.', columns)).toEqual(['No items.']);
});

test('on a terminal the cells of a list stand below each other, and sentences do not widen them', () => {
  const table = ['Name\tLength', 'one\t3', 'a longer name\t13'];
  expect(inColumns([...table, 'A sentence that is longer than any cell.'])).toEqual([
    'Name           Length',
    'one            3',
    'a longer name  13',
    'A sentence that is longer than any cell.',
  ]);
});

test('lines under a heading without tabs stay as they are, also if a cell has a tab', () => {
  const csv = ['Date,File Name', '2026-11-27,"one\ttwo"'];
  expect(inColumns(csv)).toEqual(csv);
});
