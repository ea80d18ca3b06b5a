import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { dataAside } from './run-as.js';

test('data outside the data folder is found at every start, but not by another checkout at the same path', () => {
  const place = mkdtempSync(join(tmpdir(), 'sixpence-aside-'));
  const data = join(place, 'postgres');
  const first = dataAside(data);
  expect(dataAside(data)).toBe(first);
  rmSync(`${data}.aside`);
  expect(dataAside(data)).not.toBe(first);
  rmSync(place, { recursive: true });
});
