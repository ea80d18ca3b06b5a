import { expect, test } from '@jest/globals';
import { BatchedReads } from './batched-reads.js';

/** Reads that find every key except `none`. `read` lists the keys of each statement. */
function someReads() {
  const read: (readonly string[])[] = [];
  const reads = new BatchedReads<string>((keys) => {
    read.push(keys);
    if (keys.includes('broken')) return Promise.reject(new Error('The database is down'));
    return Promise.resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `row ${key}`])));
  });
  return { read, reads };
}

test('concurrent calls are read together, each key once, and each call gets its own row', async () => {
  const { read, reads } = someReads();
  const found = await Promise.all(['a', 'b', 'none', 'a'].map((key) => reads.find(key)));
  expect(found).toEqual(['row a', 'row b', undefined, 'row a']);
  expect(read).toEqual([['a', 'b', 'none']]);
});

test('a call that arrives while a statement runs is read by a statement of its own', async () => {
  const begun: (() => void)[] = [];
  const reads = new BatchedReads<number>(
    () => new Promise((resolve) => begun.push(() => resolve(new Map([['a', begun.length]])))),
  );
  const first = reads.find('a');
  await new Promise(setImmediate);
  const second = reads.find('a');
  await new Promise(setImmediate);
  expect(begun).toHaveLength(2);
  for (const end of begun) end();
  await Promise.all([first, second]);
});

test('a failed statement fails its calls and no later ones', async () => {
  const { reads } = someReads();
  const both = [reads.find('broken'), reads.find('a')];
  for (const call of both) await expect(call).rejects.toThrow('The database is down');
  expect(await reads.find('a')).toBe('row a');
});
