import { expect, test } from '@jest/globals';
import { Rounds } from './rounds.js';

test('a slow round is awaited, a failed one is reported and followed by the next, and the stop waits for the last', async () => {
  const events: string[] = [];
  let end: () => void = () => undefined;
  const rounds = new Rounds({
    everyMs: 1,
    work: async () => {
      events.push('begun');
      if (events.length === 1) throw new Error('no luck');
      await new Promise<void>((resolve) => (end = resolve));
      events.push('ended');
    },
    failed: (error) => events.push(String(error)),
  });
  // The rounds’ timer is unreferenced and does not keep a process alive: this test has its own timer.
  while (events.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events).toEqual(['begun', 'Error: no luck', 'begun']);
  const stopped = rounds.stop();
  end();
  await stopped;
  expect(events.at(-1)).toBe('ended');
});
