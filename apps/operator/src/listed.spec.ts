import { expect, test } from '@jest/globals';
import { listed } from './listed.js';

const columns = {
  Name: ({ name }: { name: string }) => name,
  Length: ({ name }: { name: string }) => `${name.length}`,
};

test('a list has a header, and a line for each item', () => {
  const things = [{ name: 'one' }, { name: 'three' }];
  expect(listed(things, 'No things.', columns)).toEqual(['Name\tLength', 'one\t3', 'three\t5']);
});

test('an empty list has its own sentence', () => {
  expect(listed([], 'No things.', columns)).toEqual(['No things.']);
});
