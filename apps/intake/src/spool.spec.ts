import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limits } from './limits.js';
import { Spool } from './spool.js';

let within: string;
beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'spool-'));
});
afterEach(() => rmSync(within, { recursive: true, force: true }));

test('a folder that could not be made takes no place for ever', () => {
  const spool = new Spool(within);
  const folder = join(within, readdirSync(within)[0]!);
  rmSync(folder, { recursive: true });
  for (let time = 0; time < limits.mailsAtOnce; time += 1)
    expect(() => spool.take('192.0.2.1')).toThrow('ENOENT');
  mkdirSync(folder);
  expect(spool.isFullFor('192.0.2.1')).toBe(false);
  expect(spool.take('192.0.2.1')).toBeDefined();
});

test('a network has no more places than it leaves to others', async () => {
  const spool = new Spool(within);
  const fill = (network: string) => {
    const places = [];
    for (let place = spool.take(network); place; place = spool.take(network)) places.push(place);
    return places;
  };
  const slow = [fill('192.0.2.1'), fill('192.0.2.2')];
  expect(slow.map(({ length }) => length)).toEqual([5, 3]);
  const others = [fill('198.51.100.1'), fill('198.51.100.2'), fill('198.51.100.3')];
  expect(others.map(({ length }) => length)).toEqual([1, 1, 0]);
  await slow[0]![0]!.free();
  expect(spool.isFullFor('192.0.2.1')).toBe(true);
  expect(spool.take('198.51.100.3')).toBeDefined();
});
