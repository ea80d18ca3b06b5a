import { expect, test } from '@jest/globals';
import { sideBySide } from './side-by-side.mjs';

/** Groups that a test ends, and the order of their starts. */
function someGroups(...widths) {
  const started = [];
  const groups = widths.map((places, index) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    const run = () => {
      started.push(index);
      return promise;
    };
    return { places, run, end: resolve, fail: reject };
  });
  return { groups, started };
}

const pendingWork = () => new Promise((done) => setImmediate(done));

test('as many groups start as there are places, and the next group starts when places become free', async () => {
  const { groups, started } = someGroups(3, 2, 2, 1);
  const all = sideBySide(groups, 5);
  await pendingWork();
  expect(started).toEqual([0, 1]);
  groups[1].end('b');
  await pendingWork();
  expect(started).toEqual([0, 1, 2]);
  groups[0].end('a');
  await pendingWork();
  expect(started).toEqual([0, 1, 2, 3]);
  groups[3].end('d');
  groups[2].end('c');
  expect(await all).toEqual(['a', 'b', 'c', 'd']);
});

test('a small group overtakes a large group that does not fit', async () => {
  const { groups, started } = someGroups(2, 2, 1, 1);
  const all = sideBySide(groups, 3);
  await pendingWork();
  expect(started).toEqual([0, 2]);
  groups[2].end();
  await pendingWork();
  expect(started).toEqual([0, 2, 3]);
  for (const { end } of groups) end();
  await all;
  expect(started).toEqual([0, 2, 3, 1]);
});

test('the error of a group is thrown', async () => {
  const { groups } = someGroups(1, 1);
  const all = sideBySide(groups, 1);
  groups[0].fail(new Error('no report'));
  await expect(all).rejects.toThrow('no report');
});
