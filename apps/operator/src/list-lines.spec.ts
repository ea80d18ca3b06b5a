import { expect, test } from '@jest/globals';
import { listLines } from './list-lines.js';

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
