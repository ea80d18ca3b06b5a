import { expect, test } from '@jest/globals';
import { CountsInTurn } from './in-turn.js';

/** A store that answers when the test says so. */
function aStore() {
  const asked: { key: string; sum: number; answer: (used: number) => void; fail: (error: Error) => void }[] =
    [];
  const counts = new CountsInTurn(
    (key, sum) =>
      new Promise((resolve, reject) => {
        asked.push({ key, sum, answer: (used) => resolve({ used, secondsLeft: 9 }), fail: reject });
      }),
  );
  return { asked, counts };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('counts of a key during a write are written together, and each has its own number', async () => {
  const { asked, counts } = aStore();
  const answers = [
    counts.addTry('a'),
    counts.addTry('a'),
    counts.addTry('a', -1),
    counts.addTry('a'),
    counts.addTry('b'),
  ];
  expect(asked.map(({ key, sum }) => [key, sum])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  asked[0]!.answer(5);
  asked[1]!.answer(1);
  await settled();
  expect(asked.slice(2).map(({ key, sum }) => [key, sum])).toEqual([['a', 1]]);
  asked[2]!.answer(6);
  expect((await Promise.all(answers)).map(({ used }) => used)).toEqual([5, 6, 5, 6, 1]);
});

test('an outage fails all counts of the same statement, and no later one', async () => {
  const { asked, counts } = aStore();
  const first = counts.addTry('a');
  asked[0]!.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  const later = counts.addTry('a');
  asked[1]!.answer(1);
  expect(await later).toEqual({ used: 1, secondsLeft: 9 });
});
