import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
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

// oxlint-disable-next-line typescript/require-await -- a source of bytes is asynchronous by its type
async function* one(text: string) {
  yield Buffer.from(text);
}

test('a stored file and its folders are for this user only', async () => {
  const staged = await new DiskStore(folder).stage('a/b/c', one('text'));
  await staged.commit();
  for (const [path, mode] of [
    ['.incoming', 0o700],
    ['a', 0o700],
    ['a/b', 0o700],
    ['a/b/c', 0o600],
  ] as const)
    expect((await stat(join(folder, path))).mode & 0o777).toBe(mode);
});

test('only staged files older than the age are deleted', async () => {
  const store = new DiskStore(folder);
  await store.deleteStagedBefore(0);
  const incoming = join(folder, '.incoming');
  for (const [name, seconds] of [
    ['old', 61],
    ['young', 59],
  ] as const) {
    const written = new Date(Date.now() - seconds * 1_000);
    await writeFile(join(incoming, name), '');
    await utimes(join(incoming, name), written, written);
  }
  await store.deleteStagedBefore(60_000);
  expect(await readdir(incoming)).toEqual(['young']);
});

test('the check of a missing folder fails; a missing object is undefined, and other errors are thrown', async () => {
  const store = new DiskStore(folder);
  await store.check();
  await expect(new DiskStore(join(folder, 'missing')).check()).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await store.find('a/b')).toBeUndefined();
  await writeFile(join(folder, 'a'), '');
  await expect(store.find('a/b')).rejects.toMatchObject({ code: 'ENOTDIR' });
});
