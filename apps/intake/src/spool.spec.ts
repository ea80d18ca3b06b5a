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
  for (let time = 0; time < limits.mailsAtOnce; time += 1) expect(() => spool.take()).toThrow('ENOENT');
  mkdirSync(folder);
  expect(spool.isFull).toBe(false);
  expect(spool.take()).toBeDefined();
});
