import { expect, test } from '@jest/globals';
import { columnOf, propertyOf } from './column-names.js';

test.each([
  ['id', 'id'],
  ['owner_id', 'ownerId'],
  ['mono_one_sided_minor', 'monoOneSidedMinor'],
])('the column %s and the property %s are converted into each other', (column, property) => {
  expect(propertyOf(column)).toBe(property);
  expect(columnOf(property)).toBe(column);
});

test.each([['?column?'], ['count'], ['_private']])(
  'a column that is not in snake case, %s, keeps its name',
  (column) => {
    expect(propertyOf(column)).toBe(column);
  },
);
