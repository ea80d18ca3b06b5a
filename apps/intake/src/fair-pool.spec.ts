import { expect, test } from '@jest/globals';
import { FairPool } from './fair-pool.js';

const notAborted = new AbortController().signal;

/** Requests pool for each network, in this order. @returns the networks in the order served */
async function served(networks: readonly string[]): Promise<string[]> {
  const pool = new FairPool(['reader']);
  await pool.acquire('first', notAborted);
  const order: string[] = [];
  const all = networks.map(async (network) => {
    const item = await pool.acquire(network, notAborted);
    order.push(network);
    pool.giveBack(item);
  });
  pool.giveBack('reader');
  await Promise.all(all);
  return order;
}

test('a network with one request waits for one request of each other network', async () => {
  expect(await served(['a', 'a', 'a', 'b', 'a', 'c', 'b'])).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('a request that is aborted gets no item', async () => {
  const pool = new FairPool(['reader']);
  await pool.acquire('a', notAborted);
  const leaving = new AbortController();
  const aborted = pool.acquire('b', leaving.signal);
  const next = pool.acquire('c', notAborted);
  leaving.abort(new Error('too late'));
  await expect(aborted).rejects.toThrow('too late');
  pool.giveBack('reader');
  expect(await next).toBe('reader');
  pool.giveBack('reader');
  expect(pool.unused).toEqual(['reader']);
});

test('when the middle one of three requests of a network is aborted, the others keep their order', async () => {
  const pool = new FairPool(['reader']);
  await pool.acquire('a', notAborted);
  const leaving = new AbortController();
  const first = pool.acquire('b', notAborted);
  const middle = pool.acquire('b', leaving.signal).catch((error: unknown) => error);
  const last = pool.acquire('b', notAborted);
  leaving.abort(new Error('too late'));
  expect(await middle).toEqual(new Error('too late'));
  pool.giveBack('reader');
  expect(await first).toBe('reader');
  pool.giveBack('reader');
  expect(await last).toBe('reader');
});

test('a request that is already aborted gets no item, even if one is free', async () => {
  const pool = new FairPool(['reader']);
  await expect(pool.acquire('a', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(pool.unused).toEqual(['reader']);
});
