import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DiskStore } from './disk-store.js';
import { KeyStore } from './key-store.js';
import { TamperedObject } from './sealing.js';
import { SealedStore } from './sealed-store.js';

describe("documents' files on disk", () => {
  let folder: string;
  let objects: DiskStore;
  let keys: KeyStore;
  let store: SealedStore;
  const masterKey = randomBytes(32);
  const documentId = randomUUID();
  const file = { documentId, name: '1/original' };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sixpence-storage-'));
    objects = new DiskStore(join(folder, 'objects'));
    keys = new KeyStore(join(folder, 'keys'), masterKey);
    store = new SealedStore(objects, keys);
    await store.createKey(documentId);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const source = (text: string) => one(Buffer.from(text));
  async function put(text: string) {
    const staged = await store.stage(file, source(text));
    await staged!.commit();
    return staged!;
  }

  test('have no second key copy: a draft left by a dead process is destroyed by age', async () => {
    const keyFolder = join(folder, 'keys', documentId.slice(0, 2));
    await link(join(keyFolder, `${documentId}.key`), join(keyFolder, `${randomUUID()}.draft`));
    await store.destroyKeyDraftsOlderThan(60_000);
    expect(await readdir(keyFolder)).toHaveLength(2);
    await store.destroyKeyDraftsOlderThan(-1);
    expect(await readdir(keyFolder)).toEqual([`${documentId}.key`]);
  });

  test('are read back decrypted, and are stored encrypted', async () => {
    await put('a canary in a mine');
    expect(await text(store)).toBe('a canary in a mine');
    for (const bytes of await everyFile(folder)) expect(bytes.includes('canary')).toBe(false);
  });

  test('appear only when committed, and leave nothing when discarded', async () => {
    const staged = await store.stage(file, source('one'));
    expect(await store.openFile(file)).toBeUndefined();
    await staged!.discard();
    expect(await readdir(join(folder, 'objects', '.incoming'))).toEqual([]);
  });

  test('leave nothing when their source fails before its end', async () => {
    async function* broken() {
      yield Buffer.from('half');
      await Promise.resolve();
      throw new Error('the client went away');
    }
    await expect(store.stage(file, broken())).rejects.toThrow('the client went away');
    expect(await readdir(join(folder, 'objects', '.incoming'))).toEqual([]);
  });

  test('have equal digests for equal bytes of the same document only', async () => {
    const staged = await put('same');
    const measured = await store.measure(documentId, source('same'));
    expect(measured).toEqual({ byteLength: 4, digest: staged.digest });
    expect((await store.measure(documentId, source('sane')))!.digest.equals(staged.digest)).toBe(false);
    const other = randomUUID();
    await store.createKey(other);
    expect((await store.measure(other, source('same')))!.digest.equals(staged.digest)).toBe(false);
  });

  test('cannot be read once the key is gone, even from a copy of the bytes', async () => {
    await put('short-lived');
    const copy = await readFile(join(folder, 'objects', 'documents', documentId, '1', 'original'));
    await store.destroy(documentId);
    expect(await store.openFile(file)).toBeUndefined();
    await store.createKey(documentId);
    const staged = await objects.stage(`documents/${documentId}/1/original`, one(copy));
    await staged.commit();
    await expect(store.openFile(file)).rejects.toThrow(TamperedObject);
  });

  test('are neither stored nor measured without a key', async () => {
    await store.destroyKey(documentId);
    expect(await store.stage(file, source('late'))).toBeUndefined();
    expect(await store.measure(documentId, source('late'))).toBeUndefined();
    expect(await readdir(folder)).toEqual(['keys']);
  });

  test('are removed below a path, while other files of the document stay', async () => {
    await put('original');
    const other = { documentId, name: '10/original' };
    await (await store.stage(other, source('other')))!.commit();
    await store.removeFiles({ documentId, name: '1' });
    expect(await store.openFile(file)).toBeUndefined();
    expect((await store.openFile(other))?.byteLength).toBe(5);
  });

  test('that have no key, or no bytes, are not found', async () => {
    expect(await store.openFile(file)).toBeUndefined();
    await put('a');
    await store.destroyKey(documentId);
    expect(await store.openFile(file)).toBeUndefined();
  });

  test('are listed by the age of their keys', async () => {
    const idsOlderThan = async (ageMs: number) => {
      const ids: string[] = [];
      for await (const id of store.documentsOlderThan(ageMs)) ids.push(id);
      return ids;
    };
    expect(await idsOlderThan(60_000)).toEqual([]);
    expect(await idsOlderThan(-1)).toEqual([documentId]);
  });

  test('have a key that another master key does not open, and none under another id', async () => {
    const other = new KeyStore(join(folder, 'keys'), randomBytes(32));
    await expect(other.findKey(documentId)).rejects.toThrow(TamperedObject);
    expect(await keys.findKey(randomUUID())).toBeUndefined();
  });

  test('keep their first key when it is created concurrently', async () => {
    const id = randomUUID();
    await Promise.all([keys.create(id), keys.create(id), keys.create(id)]);
    const first = await keys.findKey(id);
    await keys.create(id);
    expect(await keys.findKey(id)).toEqual(first);
    expect(
      (await readdir(join(folder, 'keys', id.slice(0, 2)))).filter((name) => name.includes('draft')),
    ).toEqual([]);
  });

  test('cannot have a name outside their folder', async () => {
    for (const name of ['../x', 'a/../../x', '/etc/passwd', 'a//b', '.incoming/x', '', 'a/\0']) {
      await expect(objects.find(name)).rejects.toThrow('Not the name');
    }
  });

  test('that are staged and never committed are deleted by age', async () => {
    await store.stage(file, source('forgotten'));
    await objects.deleteStagedOlderThan(60_000);
    expect(await readdir(join(folder, 'objects', '.incoming'))).toHaveLength(1);
    await objects.deleteStagedOlderThan(-1);
    expect(await readdir(join(folder, 'objects', '.incoming'))).toHaveLength(0);
  });

  async function text(from: SealedStore): Promise<string> {
    const opened = await from.openFile(file);
    const pieces: Buffer[] = [];
    for await (const piece of opened!.read()) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }
});

// oxlint-disable-next-line typescript/require-await -- a source of bytes is asynchronous by its type
async function* one(bytes: Buffer) {
  yield bytes;
}

async function everyFile(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((e) => readFile(join(e.parentPath, e.name))),
  );
}
