import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
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
  // This link is listed, but its target is missing when it is opened.
  await symlink(join(folder, 'shown-meanwhile'), join(incoming, '0'));
  await writeFile(join(incoming, '1'), 'forgotten');
  await new DiskStore(folder).deleteStagedOlderThan(-1);
  expect(await readdir(incoming)).toEqual(['0']);
});

// oxlint-disable-next-line typescript/require-await -- a source of bytes is asynchronous by its type
async function* one(text: string) {
  yield Buffer.from(text);
}

// oxlint-disable-next-line typescript/require-await -- as above
async function* pieces(...all: Uint8Array[]) {
  yield* all;
}

test('only this user may read a stored file and its folders', async () => {
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

test('only staged files older than a minute are deleted when that age is requested', async () => {
  const store = new DiskStore(folder);
  await store.deleteStagedOlderThan(0);
  const incoming = join(folder, '.incoming');
  for (const [name, seconds] of [
    ['old', 61],
    ['young', 59],
  ] as const) {
    const written = new Date(Date.now() - seconds * 1_000);
    await writeFile(join(incoming, name), '');
    await utimes(join(incoming, name), written, written);
  }
  await store.deleteStagedOlderThan(60_000);
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

test('a stored object has its length and its bytes, and the end of a range is exclusive', async () => {
  const store = new DiskStore(folder);
  const bytes = Buffer.alloc(600_000, 'abcdefg');
  await (await store.stage('a/b', pieces(bytes.subarray(0, 100), bytes.subarray(100)))).commit();
  const stored = await store.find('a/b');
  expect(stored?.byteLength).toBe(600_000);
  const read: Uint8Array[] = [];
  for await (const piece of stored!.read({ start: 1, end: 599_999 })) read.push(piece);
  expect(Buffer.concat(read).equals(bytes.subarray(1, 599_999))).toBe(true);
  // 256 KiB at a time.
  expect(read.map(({ length }) => length)).toEqual([262_144, 262_144, 75_710]);
});

test('a later object replaces an earlier one of the same name', async () => {
  const store = new DiskStore(folder);
  for (const text of ['first', 'second']) await (await store.stage('a/b', one(text))).commit();
  expect(await readFile(join(folder, 'a/b'), 'utf8')).toBe('second');
});

test('objects are deleted with all folders below their path, and again without an error', async () => {
  const store = new DiskStore(folder);
  for (const name of ['a/b/c', 'a/b/d/e', 'a/f']) await (await store.stage(name, one(name))).commit();
  for (let times = 0; times < 2; times += 1) await store.deleteUnder('a/b');
  await store.deleteUnder('never/there');
  expect(await readdir(join(folder, 'a'))).toEqual(['f']);
});

test('a staged file that disappeared is discarded without an error, and the error of its source is not hidden', async () => {
  const store = new DiskStore(folder);
  const incoming = join(folder, '.incoming');
  const staged = await store.stage('a', one('text'));
  for (let times = 0; times < 2; times += 1) await staged.discard();
  async function* failing() {
    yield Buffer.from('half');
    for (const name of await readdir(incoming)) await rm(join(incoming, name));
    throw new Error('the client went away');
  }
  await expect(store.stage('a', failing())).rejects.toThrow('the client went away');
});

test('only this user may read the folder of staged files, even if deleting old files creates it', async () => {
  await new DiskStore(folder).deleteStagedOlderThan(0);
  expect((await stat(join(folder, '.incoming'))).mode & 0o777).toBe(0o700);
});
