import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DiskStore } from './disk-store.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sixpence-disk-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('old staged files are deleted, although another one disappears meanwhile', async () => {
  const incoming = join(folder, '.incoming');
  await mkdir(incoming);
  // Listed, but missing when it is opened.
  await symlink(join(folder, 'shown-meanwhile'), join(incoming, '0'));
  await writeFile(join(incoming, '1'), 'forgotten');
  await new DiskStore(folder).deleteStagedBefore(-1);
  expect(await readdir(incoming)).toEqual(['0']);
});
