import { expect, test } from '@jest/globals';
import { arrange, moved, newestFirst, readOrder, withIdReplaced, writeOrder } from './document-order.js';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test("rows keep the order of this session, whatever the server's order is", () => {
  expect(arrange(rows('a', 'b', 'c'), ['c', 'a', 'b'])).toEqual(rows('c', 'a', 'b'));
});

test('new rows are on top, in their own order', () => {
  expect(arrange(rows('a', 'x', 'b', 'y'), ['b', 'a'])).toEqual(rows('x', 'y', 'b', 'a'));
});

test('the newest documents are on top, and documents that arrived together keep their order', () => {
  const kept = (name: string, expiresAt: string) => ({ name, expiresAt });
  const early = '2026-11-23T12:00:00Z';
  const listed = [kept('old', early), kept('a', '2026-11-23T12:00:05Z'), kept('b', '2026-11-23T12:00:05Z')];
  expect(newestFirst(listed).map(({ name }) => name)).toEqual(['a', 'b', 'old']);
});

test('a placeholder keeps its position when it becomes a document', () => {
  expect(withIdReplaced(['upload-1', 'upload-2'], 'upload-1', 'real')).toEqual(['real', 'upload-2']);
});

test.each([
  [0, ['b', 'a', 'c']],
  [2, ['a', 'c', 'b']],
  [-1, ['b', 'a', 'c']],
  [9, ['a', 'c', 'b']],
])('a row can be moved to index %i, or to the nearer end of the list', (index, order) => {
  expect(moved(['a', 'b', 'c'], 'b', index)).toEqual(order);
});

test('an order can be stored and read back, and an empty entry is no order', () => {
  expect(readOrder(writeOrder(['a', 'b']))).toEqual(['a', 'b']);
  expect([readOrder(null), readOrder('')]).toEqual([[], []]);
});
