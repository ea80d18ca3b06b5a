import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { CoreConfig } from '../../process/config.js';
import { CallSlotsService } from './call-slots.service.js';

/** Runs work in slots of a core with this many connections. */
function slotsWith(DATABASE_POOL: number) {
  const slots = new CallSlotsService({ DATABASE_POOL } as CoreConfig);
  const inSlot = async <T>(slot: Promise<() => void>, work: () => Promise<T>): Promise<T> => {
    const free = await slot;
    return work().finally(free);
  };
  return {
    within: <T>(network: string, work: () => Promise<T>, waitsFor?: 'core' | 'provider') =>
      inSlot(slots.takeNetworkSlot(network, waitsFor), work),
    withinPerson: <T>(personId: string, work: () => Promise<T>) =>
      inSlot(slots.takePersonSlot(personId), work),
  };
}

test('a network uses at most a quarter of the connections, in order of arrival, and other networks have slots of their own', async () => {
  const slots = slotsWith(8);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 4 }, (_, each) =>
    slots.within('hall', () => {
      begun.push(each);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await turn();
  expect(begun).toEqual([0, 1]);
  expect(await slots.within('elsewhere', () => Promise.resolve('answered'))).toBe('answered');
  ends[1]!();
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  await turn();
  ends[2]!();
  ends[3]!();
  await Promise.all(calls);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('a failed call frees its slot, and a call beyond the queue is refused', async () => {
  const slots = slotsWith(2);
  await expect(slots.within('hall', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  let end: () => void = () => undefined;
  const first = slots.within('hall', () => new Promise<void>((resolve) => (end = resolve)));
  const waiting = Array.from({ length: 500 }, () => slots.within('hall', () => Promise.resolve()));
  await expect(slots.within('hall', () => Promise.resolve())).rejects.toMatchObject({
    code: 'request.too-many',
    retryAfterSeconds: 2,
  });
  end();
  await Promise.all([first, ...waiting]);
  expect(await slots.within('hall', () => Promise.resolve('answered'))).toBe('answered');
});

test.each([
  [2, 1, 2],
  [7, 1, 2],
  [8, 2, 2],
  [23, 5, 2],
  [24, 6, 3],
])('of %d connections a network may use %d, and a person %d', async (pool, ofNetwork, ofPerson) => {
  const slots = slotsWith(pool);
  const begun = { network: 0, person: 0, provider: 0 };
  const ends: (() => void)[] = [];
  const work = (kind: keyof typeof begun) => () => {
    begun[kind] += 1;
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const calls = Array.from({ length: 10 }, () => [
    slots.within('hall', work('network')),
    slots.within('hall', work('provider'), 'provider'),
    slots.withinPerson('hall', work('person')),
  ]).flat();
  await turn();
  expect(begun).toEqual({ network: ofNetwork, provider: ofNetwork, person: ofPerson });
  while (ends.length > 0) {
    ends.shift()!();
    await turn();
  }
  await Promise.all(calls);
});

test('networks of one internet customer share their slots', async () => {
  const slots = slotsWith(8);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 8 }, (_, each) =>
    slots.within(`2001:db8:7:${each}::/64`, () => {
      begun.push(each);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await turn();
  expect(begun).toEqual([0, 1]);
  while (begun.length < calls.length || ends.length > 0) {
    ends.shift()?.();
    await turn();
  }
  await Promise.all(calls);
});
