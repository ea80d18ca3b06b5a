import { expect, test } from '@jest/globals';
import { Turns } from './turns.js';

const patient = new AbortController().signal;

/** Asks for each network, in this order. @returns the networks in the order in which they got the thing */
async function served(networks: readonly string[]): Promise<string[]> {
  const turns = new Turns(['reader']);
  await turns.take('first', patient);
  const order: string[] = [];
  const all = networks.map(async (network) => {
    const thing = await turns.take(network, patient);
    order.push(network);
    turns.giveBack(thing);
  });
  turns.giveBack('reader');
  await Promise.all(all);
  return order;
}

test('a network with one asker waits for one turn of each other network', async () => {
  expect(await served(['a', 'a', 'a', 'b', 'a', 'c', 'b'])).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('an asker that leaves takes nothing with it', async () => {
  const turns = new Turns(['reader']);
  await turns.take('a', patient);
  const leaving = new AbortController();
  const left = turns.take('b', leaving.signal);
  const next = turns.take('c', patient);
  leaving.abort(new Error('too late'));
  await expect(left).rejects.toThrow('too late');
  turns.giveBack('reader');
  expect(await next).toBe('reader');
  turns.giveBack('reader');
  expect(turns.unused).toEqual(['reader']);
});

test('of three askers of one network the one in the middle leaves, and the others keep their places', async () => {
  const turns = new Turns(['reader']);
  await turns.take('a', patient);
  const leaving = new AbortController();
  const first = turns.take('b', patient);
  const middle = turns.take('b', leaving.signal).catch((error: unknown) => error);
  const last = turns.take('b', patient);
  leaving.abort(new Error('too late'));
  expect(await middle).toEqual(new Error('too late'));
  turns.giveBack('reader');
  expect(await first).toBe('reader');
  turns.giveBack('reader');
  expect(await last).toBe('reader');
});

test('an asker whose time is up gets nothing, even if something is there', async () => {
  const turns = new Turns(['reader']);
  await expect(turns.take('a', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(turns.unused).toEqual(['reader']);
});
