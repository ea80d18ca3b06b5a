import { expect, test } from '@jest/globals';
import { arrange, moved, readOrder, renamed, writeOrder } from './document-order.js';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('rows keep the order of this session, whatever the server says', () => {
  expect(arrange(rows('a', 'b', 'c'), ['c', 'a', 'b'])).toEqual(rows('c', 'a', 'b'));
});

test('rows that are new stand on top, in the order of the server', () => {
  expect(arrange(rows('a', 'x', 'b', 'y'), ['b', 'a'])).toEqual(rows('x', 'y', 'b', 'a'));
});

test('a placeholder keeps its place when it becomes a document', () => {
  expect(renamed(['upload-1', 'upload-2'], 'upload-1', 'real')).toEqual(['real', 'upload-2']);
});

test.each([
  [0, ['b', 'a', 'c']],
  [2, ['a', 'c', 'b']],
  [-1, ['b', 'a', 'c']],
  [9, ['a', 'c', 'b']],
])('a row that is moved to place %i stands there, or at the end', (place, order) => {
  expect(moved(['a', 'b', 'c'], 'b', place)).toEqual(order);
});

test('an order survives being kept as a note, and an empty note is no order', () => {
  expect(readOrder(writeOrder(['a', 'b']))).toEqual(['a', 'b']);
  expect([readOrder(null), readOrder('')]).toEqual([[], []]);
});
