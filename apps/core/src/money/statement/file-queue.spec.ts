import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { FileQueue } from './file-queue.service.js';

const hall = '192.0.2.1';
const anna = { ownerId: 'anna', network: hall };
const elsewhere = { ownerId: 'ben', network: '192.0.2.2' };
let others = 0;
/** Returns a new user of the hall at each call. */
const another = () => ({ ownerId: `other ${(others += 1)}`, network: hall });

test('files are made one after the other, in the order of the requests', async () => {
  const queue = new FileQueue();
  const events: string[] = [];
  const make = (name: string) => async () => {
    events.push(`${name} begins`);
    await turn();
    events.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue.inTurn(anna, make('one')), queue.inTurn(anna, make('two'))])).toEqual([
    'one',
    'two',
  ]);
  expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('a file that fails does not affect the next one', async () => {
  const queue = new FileQueue();
  const failing = queue.inTurn(anna, () => Promise.reject(new Error('no paper')));
  const next = queue.inTurn(anna, () => Promise.resolve('a file'));
  await expect(failing).rejects.toThrow('no paper');
  expect(await next).toBe('a file');
});

test('a user with three waiting files is refused until they are done; others of the network are served', async () => {
  const queue = new FileQueue();
  let openGate: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const all = Array.from({ length: 3 }, () => queue.inTurn(anna, () => gate));
  await expect(queue.inTurn(anna, () => gate)).rejects.toMatchObject({ code: 'request.too-many' });
  const other = queue.inTurn(another(), () => Promise.resolve('another file'));
  openGate();
  expect(await other).toBe('another file');
  await Promise.all(all);
  expect(await queue.inTurn(anna, () => Promise.resolve('a file'))).toBe('a file');
});

test('a network with forty waiting files is refused; other networks are served', async () => {
  const queue = new FileQueue();
  let openGate: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const all = Array.from({ length: 40 }, () => queue.inTurn(another(), () => gate));
  await expect(queue.inTurn(another(), () => gate)).rejects.toMatchObject({ code: 'request.too-many' });
  const other = queue.inTurn(elsewhere, () => Promise.resolve('another file'));
  openGate();
  expect(await other).toBe('another file');
  await Promise.all(all);
  expect(await queue.inTurn(another(), () => Promise.resolve('a file'))).toBe('a file');
});

test('files of networks alternate: many files of one network delay another network only a little', async () => {
  const queue = new FileQueue();
  const order: string[] = [];
  const make = (name: string) => () => {
    order.push(name);
    return Promise.resolve();
  };
  const ofHall = Array.from({ length: 4 }, (_, index) => queue.inTurn(another(), make(`hall ${index}`)));
  await Promise.all([...ofHall, queue.inTurn(elsewhere, make('elsewhere'))]);
  expect(order).toEqual(['hall 0', 'hall 1', 'elsewhere', 'hall 2', 'hall 3']);
});

test('many accounts in many networks of one internet customer do not block another user’s file', async () => {
  const queue = new FileQueue();
  let openGate: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const answers = Array.from({ length: 1_000 }, (_, each) =>
    queue
      .inTurn({ ownerId: String(each), network: `2001:db8:7:${(each % 500).toString(16)}::/64` }, () => gate)
      .then(
        () => 'made',
        () => 'refused',
      ),
  );
  const honest = queue.inTurn(elsewhere, () => Promise.resolve('a file'));
  openGate();
  expect(await honest).toBe('a file');
  expect((await Promise.all(answers)).filter((answer) => answer === 'made')).toHaveLength(40);
});
