import { expect, test } from '@jest/globals';
import { Turns } from './turns.js';

const patient = new AbortController().signal;

/** Requests turns for each network, in this order. @returns the networks in the order served */
async function served(networks: readonly string[]): Promise<string[]> {
  const turns = new Turns(['reader']);
  await turns.takeTurn('first', patient);
  const order: string[] = [];
  const all = networks.map(async (network) => {
    const thing = await turns.takeTurn(network, patient);
    order.push(network);
    turns.giveBack(thing);
  });
  turns.giveBack('reader');
  await Promise.all(all);
  return order;
}

test('a network with one request waits for one turn of each other network', async () => {
  expect(await served(['a', 'a', 'a', 'b', 'a', 'c', 'b'])).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('a request that is aborted takes no turn', async () => {
  const turns = new Turns(['reader']);
  await turns.takeTurn('a', patient);
  const leaving = new AbortController();
  const aborted = turns.takeTurn('b', leaving.signal);
  const next = turns.takeTurn('c', patient);
  leaving.abort(new Error('too late'));
  await expect(aborted).rejects.toThrow('too late');
  turns.giveBack('reader');
  expect(await next).toBe('reader');
  turns.giveBack('reader');
  expect(turns.unused).toEqual(['reader']);
});

test('when the middle one of three requests of a network is aborted, the others keep their order', async () => {
  const turns = new Turns(['reader']);
  await turns.takeTurn('a', patient);
  const leaving = new AbortController();
  const first = turns.takeTurn('b', patient);
  const middle = turns.takeTurn('b', leaving.signal).catch((error: unknown) => error);
  const last = turns.takeTurn('b', patient);
  leaving.abort(new Error('too late'));
  expect(await middle).toEqual(new Error('too late'));
  turns.giveBack('reader');
  expect(await first).toBe('reader');
  turns.giveBack('reader');
  expect(await last).toBe('reader');
});

test('a request that is already aborted gets no turn, even if one is free', async () => {
  const turns = new Turns(['reader']);
  await expect(turns.takeTurn('a', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(turns.unused).toEqual(['reader']);
});
