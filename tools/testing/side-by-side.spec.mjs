import { expect, test } from '@jest/globals';
import { sideBySide } from './side-by-side.mjs';

/** Groups that end when they are told to, and the order in which they began. */
function someGroups(...widths) {
  const begun = [];
  const groups = widths.map((places, index) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    const run = () => {
      begun.push(index);
      return promise;
    };
    return { places, run, end: resolve, fail: reject };
  });
  return { groups, begun };
}

const allThatFollows = () => new Promise((done) => setImmediate(done));

test('as many begin as there are places, and the next when places come free', async () => {
  const { groups, begun } = someGroups(3, 2, 2, 1);
  const all = sideBySide(groups, 5);
  await allThatFollows();
  expect(begun).toEqual([0, 1]);
  groups[1].end('b');
  await allThatFollows();
  expect(begun).toEqual([0, 1, 2]);
  groups[0].end('a');
  await allThatFollows();
  expect(begun).toEqual([0, 1, 2, 3]);
  groups[3].end('d');
  groups[2].end('c');
  expect(await all).toEqual(['a', 'b', 'c', 'd']);
});

test('a narrow one goes ahead of a wide one that does not fit', async () => {
  const { groups, begun } = someGroups(2, 2, 1, 1);
  const all = sideBySide(groups, 3);
  await allThatFollows();
  expect(begun).toEqual([0, 2]);
  groups[2].end();
  await allThatFollows();
  expect(begun).toEqual([0, 2, 3]);
  for (const { end } of groups) end();
  await all;
  expect(begun).toEqual([0, 2, 3, 1]);
});

test('the error of a group is thrown', async () => {
  const { groups } = someGroups(1, 1);
  const all = sideBySide(groups, 1);
  groups[0].fail(new Error('no report'));
  await expect(all).rejects.toThrow('no report');
});
