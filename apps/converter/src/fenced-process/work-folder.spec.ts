import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { makeWorkFolder, removeForsakenFolders, removeWorkFolder } from './work-folder.js';

test('folders of converters that have ended are removed, and no others', async () => {
  const ended = spawn('true');
  await once(ended, 'exit');
  const own = await makeWorkFolder();
  const place = dirname(own);
  const [forsaken, ofProcess1, ofOtherProgram] = [`${ended.pid}-a`, '1-sixpence-test', `x${ended.pid}-a`].map(
    (end) => join(place, `sixpence-fence-${end}`),
  ) as [string, string, string];
  const other = join(place, `other-sixpence-fence-${ended.pid}-a`);
  const kept = [own, ofProcess1, ofOtherProgram, other];
  try {
    for (const folder of [forsaken, ...kept]) await mkdir(folder, { recursive: true });
    await writeFile(join(forsaken, 'document'), 'plaintext');
    await removeForsakenFolders();
    expect(existsSync(forsaken)).toBe(false);
    expect(kept.filter((folder) => !existsSync(folder))).toEqual([]);
  } finally {
    for (const folder of kept) await rm(folder, { recursive: true, force: true });
  }
});

test('a work folder belongs to its converter and lies in memory; it can be removed twice', async () => {
  const folder = await makeWorkFolder();
  expect(dirname(folder)).toBe('/dev/shm');
  expect(basename(folder)).toMatch(new RegExp(`^sixpence-fence-${process.pid}-.`));
  await writeFile(join(folder, 'document'), 'plaintext');
  for (let times = 0; times < 2; times += 1) await removeWorkFolder(folder);
  expect(existsSync(folder)).toBe(false);
});
