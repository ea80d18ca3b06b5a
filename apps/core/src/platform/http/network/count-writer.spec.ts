import { expect, test } from '@jest/globals';
import { CountWriter } from './count-writer.js';

/** A store whose answers the test controls. */
function aStore() {
  const writes: { key: string; sum: number; answer: (used: number) => void; fail: (error: Error) => void }[] =
    [];
  const counts = new CountWriter(
    (key, sum) =>
      new Promise((resolve, reject) => {
        writes.push({ key, sum, answer: (used) => resolve({ used, secondsLeft: 9 }), fail: reject });
      }),
  );
  return { writes, counts };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('tries during a write of the same key are written as one sum, and each try gets its own count', async () => {
  const { writes, counts } = aStore();
  const answers = [
    counts.addTry('a'),
    counts.addTry('a'),
    counts.addTry('a', -1),
    counts.addTry('a'),
    counts.addTry('b'),
  ];
  expect(writes.map(({ key, sum }) => [key, sum])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  writes[0]!.answer(5);
  writes[1]!.answer(1);
  await settled();
  expect(writes.slice(2).map(({ key, sum }) => [key, sum])).toEqual([['a', 1]]);
  writes[2]!.answer(6);
  expect((await Promise.all(answers)).map(({ used }) => used)).toEqual([5, 6, 5, 6, 1]);
});

test('a failed write rejects the tries of that write, and a later try succeeds', async () => {
  const { writes, counts } = aStore();
  const first = counts.addTry('a');
  writes[0]!.fail(new Error('the database is down'));
  await expect(first).rejects.toThrow('the database is down');
  const later = counts.addTry('a');
  writes[1]!.answer(1);
  expect(await later).toEqual({ used: 1, secondsLeft: 9 });
});
