import { expect, test } from '@jest/globals';
import { listed } from './listed.js';

const columns = {
  Name: ({ name }: { name: string }) => name,
  Length: ({ name }: { name: string }) => `${name.length}`,
};

test('a list has a head, and a line for each', () => {
  const things = [{ name: 'one' }, { name: 'three' }];
  expect(listed(things, 'No things.', columns)).toEqual(['Name\tLength', 'one\t3', 'three\t5']);
});

test('a list of nothing says so', () => {
  expect(listed([], 'No things.', columns)).toEqual(['No things.']);
});
