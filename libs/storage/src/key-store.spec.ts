import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { KeyStore } from './key-store.js';

let folder: string;
let keys: KeyStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sixpence-keys-'));
  keys = new KeyStore(folder, randomBytes(32));
});
afterEach(() => rm(folder, { recursive: true }));

const pathOf = (id: string) => join(folder, id.slice(0, 2), `${id}.key`);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A key whose file was written this many minutes ago. */
async function aKey(minutes = 0): Promise<string> {
  const id = randomUUID();
  await keys.create(id);
  await utimes(pathOf(id), minutesAgo(minutes), minutesAgo(minutes));
  return id;
}

async function idsOlderThan(minutes: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of keys.idsOlderThan(minutes * 60_000)) ids.push(id);
  return ids.sort();
}

test('each document has a key of its own, of 32 bytes, in a file that only this user may read', async () => {
  const [one, two] = [await aKey(), await aKey()];
  const [first, second] = [await keys.findKey(one), await keys.findKey(two)];
  expect([first?.length, second?.length, first?.equals(second!)]).toEqual([32, 32, false]);
  expect((await stat(pathOf(one))).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(pathOf(one)))).mode & 0o777).toBe(0o700);
});

test('a key opens only under its own document, whole, and unchanged', async () => {
  const [one, two] = [await aKey(), await aKey()];
  const bytes = await readFile(pathOf(one));
  expect(bytes).toHaveLength(12 + 32 + 16);
  const changed = bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
  for (const wrong of [
    await readFile(pathOf(two)),
    bytes.subarray(1),
    Buffer.concat([bytes, bytes]),
    changed,
  ]) {
    await writeFile(pathOf(one), wrong);
    await expect(keys.findKey(one)).rejects.toMatchObject({ name: 'TamperedObject' });
  }
});

test('a destroyed key is gone, also when it is destroyed twice, and others stay', async () => {
  const [one, two] = [await aKey(), await aKey()];
  await keys.destroy(one);
  await keys.destroy(one);
  expect(await keys.findKey(one)).toBeUndefined();
  expect(await keys.findKey(two)).toHaveLength(32);
});

test('the documents of old keys are listed, and neither those of new keys nor other files', async () => {
  const [old, older, young] = [await aKey(61), await aKey(200), await aKey(59)];
  for (const name of [`${randomUUID()}.draft`, 'short.key', `${randomUUID()}.key~`]) {
    const path = join(dirname(pathOf(old)), name);
    await writeFile(path, '');
    await utimes(path, minutesAgo(200), minutesAgo(200));
  }
  expect(await idsOlderThan(60)).toEqual([old, older].sort());
  expect(await idsOlderThan(0)).toEqual([old, older, young].sort());
  expect(await idsOlderThan(300)).toEqual([]);
});

test('old drafts are destroyed, and young drafts, keys, and folders stay', async () => {
  const id = await aKey(200);
  const keyFolder = dirname(pathOf(id));
  for (const [name, minutes] of [
    ['old.draft', 61],
    ['young.draft', 59],
  ] as const) {
    await writeFile(join(keyFolder, name), '');
    await utimes(join(keyFolder, name), minutesAgo(minutes), minutesAgo(minutes));
  }
  await mkdir(join(keyFolder, 'folder.draft'));
  await keys.destroyDraftsOlderThan(60 * 60_000);
  expect((await readdir(keyFolder)).sort()).toEqual([`${id}.key`, 'folder.draft', 'young.draft'].sort());
});

test.each(['../../../etc/passwd', '', 'x'.repeat(36), `${'a'.repeat(36)}/`, 'A'.repeat(36)])(
  '%j is not the id of a document',
  async (id) => {
    await expect(keys.create(id)).rejects.toThrow('Not the id');
    await expect(keys.findKey(id)).rejects.toThrow('Not the id');
    await expect(keys.destroy(id)).rejects.toThrow('Not the id');
  },
);

test('a key that cannot be read is an error, not a missing key', async () => {
  const id = randomUUID();
  await mkdir(pathOf(id), { recursive: true });
  await expect(keys.findKey(id)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(keys.destroy(id)).rejects.toMatchObject({ code: expect.stringMatching(/EISDIR|EPERM/) });
});

test('a key that cannot be created is an error', async () => {
  const id = randomUUID();
  await writeFile(dirname(pathOf(id)), 'a file in the place of a folder');
  await expect(keys.create(id)).rejects.toMatchObject({ code: 'EEXIST' });
});
