import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DiskStore } from '@sixpence/storage/disk-store';
import { KeyStore } from '@sixpence/storage/key-store';
import type { StagedObject } from '@sixpence/storage/object-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import type { CoreConfig } from '../../platform/process/config.js';
import { createLogger } from '../../platform/process/logger.js';
import { StorageService } from './storage.service.js';

/** A store that fails after it has staged an object. */
class FailingStore extends DiskStore {
  override async stage(...object: Parameters<DiskStore['stage']>): Promise<StagedObject> {
    await (await super.stage(...object)).discard();
    const fails = () => Promise.reject(new Error('the store is down'));
    return { commit: fails, discard: fails };
  }
}

const documentId = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';

/** Storage with folders of its own, and a key for one document. */
async function inFolders(after: AsyncDisposableStack, Store: typeof DiskStore = DiskStore) {
  const log: object[] = [];
  const written = { write: (line: string) => void log.push(JSON.parse(line) as object) };
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-storage-'));
  after.defer(() => rm(folder, { recursive: true }));
  const config = {
    STORAGE_DIR: join(folder, 'documents'),
    KEY_STORE_DIR: join(folder, 'keys'),
  } as CoreConfig;
  const objects = new Store(config.STORAGE_DIR);
  const store = new SealedStore(objects, new KeyStore(config.KEY_STORE_DIR, Buffer.alloc(32, 1)));
  const storage = new StorageService(objects, store, config, createLogger('info', written));
  await storage.makeFolders();
  await storage.createKey(documentId);
  return { storage, objects, config, log };
}

test('the error of an upload is not replaced by an error of its cleanup, which is logged', async () => {
  await using after = new AsyncDisposableStack();
  const { storage, log } = await inFolders(after, FailingStore);
  const staged = await storage.stage({ documentId, name: 'original/1' }, bytes());
  const arriving = async () => {
    try {
      await Promise.reject(new Error('no such document'));
    } finally {
      await staged.discard();
    }
  };
  await expect(arriving()).rejects.toThrow('no such document');
  const msg = 'a staged file could not be removed yet';
  expect(log).toEqual([expect.objectContaining({ level: 40, msg, documentId })]);
});

test('a full disk is refused as storage.full, with the time to retry; another error is not', async () => {
  const noSpace = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const fail = (error: Error) => () => Promise.reject(error);
  const staged = { byteLength: 4, digest: Buffer.alloc(32), discard: () => Promise.resolve() };
  for (const [error, refusal] of [
    [noSpace, { code: 'storage.full', retryAfterSeconds: 60, cause: noSpace }],
    [new Error('the disk is read-only'), { message: 'the disk is read-only' }],
  ] as const) {
    const store = {
      createKey: fail(error),
      stage: jest.fn(fail(error)).mockResolvedValueOnce({ ...staged, commit: fail(error) } as never),
    };
    const storage = new StorageService(
      {} as DiskStore,
      store as unknown as SealedStore,
      {} as CoreConfig,
      createLogger('silent'),
    );
    const file = { documentId, name: '1/original' };
    const begun = await storage.stage(file, bytes());
    for (const act of [
      () => storage.createKey(documentId),
      () => begun.commit(),
      () => storage.stage(file, bytes()),
    ])
      await expect(act()).rejects.toMatchObject(refusal);
  }
});

test('`discard` removes a staged file unless it was committed', async () => {
  const discard = jest.fn(() => Promise.resolve());
  const commit = jest.fn(() => Promise.resolve());
  const staged = { byteLength: 4, digest: Buffer.alloc(32), commit, discard };
  const storage = new StorageService(
    {} as DiskStore,
    { stage: () => Promise.resolve(staged) } as unknown as SealedStore,
    {} as CoreConfig,
    createLogger('silent'),
  );
  const file = await storage.stage({ documentId, name: '1/original' }, bytes());
  commit.mockRejectedValueOnce(new Error('the store is down'));
  await expect(file.commit()).rejects.toThrow('the store is down');
  await file.discard();
  expect(discard).toHaveBeenCalledTimes(1);
  await file.commit();
  await file.discard();
  expect(discard).toHaveBeenCalledTimes(1);
});

test('a document without a key, and a file that was not stored, are refused as unknown', async () => {
  await using after = new AsyncDisposableStack();
  const { storage } = await inFolders(after);
  const unknown = expect.objectContaining({ code: 'storage.unknown' });
  await expect(storage.openFile(documentId, '1/original')).rejects.toEqual(unknown);
  const staged = await storage.stage({ documentId, name: '1/original' }, bytes());
  await staged.commit();
  const opened = await storage.openFile(documentId, '1/original');
  expect(opened.byteLength).toBe(4);
  expect(Buffer.concat((await opened.part({ start: 1, end: 3 }).toArray()) as Buffer[]).toString()).toBe(
    'PD',
  );
  const measured = await storage.measure(documentId, bytes());
  expect(measured).toEqual({ byteLength: staged.byteLength, digest: staged.digest });

  await storage.destroyKey(documentId);
  for (const act of [
    () => storage.openFile(documentId, '1/original'),
    () => storage.stage({ documentId, name: '1/original' }, bytes()),
    () => storage.measure(documentId, bytes()),
  ])
    await expect(act()).rejects.toEqual(unknown);
});

test('a staged file that is discarded is removed from the disk', async () => {
  await using after = new AsyncDisposableStack();
  const { storage, config } = await inFolders(after);
  const staged = await storage.stage({ documentId, name: '1/original' }, bytes());
  expect(filesBelow(config.STORAGE_DIR)).toHaveLength(1);
  await staged.discard();
  expect(filesBelow(config.STORAGE_DIR)).toEqual([]);
});

test('the folders of documents and keys are accessible to this user only; with a bucket only the folder of keys is made', async () => {
  await using after = new AsyncDisposableStack();
  const { config } = await inFolders(after);
  for (const folder of [config.STORAGE_DIR, config.KEY_STORE_DIR])
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const other = { STORAGE_DIR: join(config.STORAGE_DIR, 'b'), KEY_STORE_DIR: join(config.STORAGE_DIR, 'k') };
  const inBucket = { ...other, S3_BUCKET: 'documents' } as CoreConfig;
  const close = jest.fn();
  const objects = { close } as unknown as DiskStore;
  const storage = new StorageService(objects, {} as SealedStore, inBucket, createLogger('silent'));
  await storage.makeFolders();
  expect([existsSync(other.STORAGE_DIR), existsSync(other.KEY_STORE_DIR)]).toEqual([false, true]);
  storage.onModuleDestroy();
  expect(close).toHaveBeenCalledTimes(1);
});

test('documents can be stored only while both the medium and the folder of keys are available', async () => {
  await using after = new AsyncDisposableStack();
  const { storage, objects, config } = await inFolders(after);
  await storage.checkStore();
  const check = jest.spyOn(objects, 'check').mockRejectedValueOnce(new Error('the medium is down'));
  await expect(storage.checkStore()).rejects.toThrow('the medium is down');
  check.mockRestore();
  await rm(config.KEY_STORE_DIR, { recursive: true });
  await expect(storage.checkStore()).rejects.toThrow('ENOENT');
});

test('staged files and key drafts are deleted only after their full lifetime', async () => {
  const ages: number[] = [];
  const note = (ageMs: number) => Promise.resolve(void ages.push(ageMs));
  const storage = new StorageService(
    { deleteStagedOlderThan: note } as unknown as DiskStore,
    { destroyKeyDraftsOlderThan: note } as unknown as SealedStore,
    {} as CoreConfig,
    createLogger('silent'),
  );
  await storage.removeAbandoned();
  expect(ages).toEqual([lifeSeconds.staged * 1_000, lifeSeconds.staged * 1_000]);
});

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('%PDF'));
}
