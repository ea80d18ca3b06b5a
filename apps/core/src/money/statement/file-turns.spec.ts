import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { FileTurns } from './file-turns.service.js';

const hall = '192.0.2.1';
const anna = { ownerId: 'anna', network: hall };
const elsewhere = { ownerId: 'ben', network: '192.0.2.2' };
/** A new user of the hall at each call. */
let others = 0;
const another = () => ({ ownerId: `other ${(others += 1)}`, network: hall });

test('files are made one after the other, in the order of the requests', async () => {
  const turns = new FileTurns();
  const seen: string[] = [];
  const make = (name: string) => async () => {
    seen.push(`${name} begins`);
    await turn();
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([turns.inTurn(anna, make('one')), turns.inTurn(anna, make('two'))])).toEqual([
    'one',
    'two',
  ]);
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('a file that fails does not affect the next one', async () => {
  const turns = new FileTurns();
  const failing = turns.inTurn(anna, () => Promise.reject(new Error('no paper')));
  const next = turns.inTurn(anna, () => Promise.resolve('a file'));
  await expect(failing).rejects.toThrow('no paper');
  expect(await next).toBe('a file');
});

test('a user with three waiting files is refused until they are done; others of the network are served', async () => {
  const turns = new FileTurns();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const all = Array.from({ length: 3 }, () => turns.inTurn(anna, () => gate));
  await expect(turns.inTurn(anna, () => gate)).rejects.toMatchObject({ code: 'request.too-many' });
  const other = turns.inTurn(another(), () => Promise.resolve('another file'));
  open();
  expect(await other).toBe('another file');
  await Promise.all(all);
  expect(await turns.inTurn(anna, () => Promise.resolve('a file'))).toBe('a file');
});

test('a network with forty waiting files is refused; other networks are served', async () => {
  const turns = new FileTurns();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const all = Array.from({ length: 40 }, () => turns.inTurn(another(), () => gate));
  await expect(turns.inTurn(another(), () => gate)).rejects.toMatchObject({ code: 'request.too-many' });
  const other = turns.inTurn(elsewhere, () => Promise.resolve('another file'));
  open();
  expect(await other).toBe('another file');
  await Promise.all(all);
  expect(await turns.inTurn(another(), () => Promise.resolve('a file'))).toBe('a file');
});

test('networks take turns: many files of one delay another network by few', async () => {
  const turns = new FileTurns();
  const made: string[] = [];
  const make = (name: string) => () => {
    made.push(name);
    return Promise.resolve();
  };
  const ofHall = Array.from({ length: 4 }, (_, place) => turns.inTurn(another(), make(`hall ${place}`)));
  await Promise.all([...ofHall, turns.inTurn(elsewhere, make('elsewhere'))]);
  expect(made).toEqual(['hall 0', 'hall 1', 'elsewhere', 'hall 2', 'hall 3']);
});

test('many accounts in many networks of one customer do not block another user’s file', async () => {
  const turns = new FileTurns();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const asked = Array.from({ length: 1_000 }, (_, each) =>
    turns
      .inTurn({ ownerId: String(each), network: `2001:db8:7:${(each % 500).toString(16)}::/64` }, () => gate)
      .then(
        () => 'made',
        () => 'refused',
      ),
  );
  const honest = turns.inTurn(elsewhere, () => Promise.resolve('a file'));
  open();
  expect(await honest).toBe('a file');
  expect((await Promise.all(asked)).filter((answer) => answer === 'made')).toHaveLength(40);
});
