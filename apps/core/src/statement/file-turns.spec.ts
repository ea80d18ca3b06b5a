import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { FileTurns } from './file-turns.service.js';

test('files are made one after the other, in the order in which they were asked for', async () => {
  const turns = new FileTurns();
  const seen: string[] = [];
  const make = (name: string) => async () => {
    seen.push(`${name} begins`);
    await turn();
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([turns.inTurn(make('one')), turns.inTurn(make('two'))])).toEqual(['one', 'two']);
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('one that fails is nothing to whoever comes next', async () => {
  const turns = new FileTurns();
  const failing = turns.inTurn(() => Promise.reject(new Error('no paper')));
  const next = turns.inTurn(() => Promise.resolve('a file'));
  await expect(failing).rejects.toThrow('no paper');
  expect(await next).toBe('a file');
});

test('whoever finds eight there is asked to come again, and may', async () => {
  const turns = new FileTurns();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const all = Array.from({ length: 8 }, () => turns.inTurn(() => gate));
  await expect(turns.inTurn(() => gate)).rejects.toMatchObject({ code: 'request.too-many' });
  open();
  await Promise.all(all);
  expect(await turns.inTurn(() => Promise.resolve('a file'))).toBe('a file');
});
