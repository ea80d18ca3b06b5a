import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DiskStore } from '@sixpence/storage/disk-store';
import { KeyStore } from '@sixpence/storage/key-store';
import type { StagedObject } from '@sixpence/storage/object-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import type { CoreConfig } from '../../platform/process/config.js';
import { createLogger } from '../../platform/process/logger.js';
import { StorageService } from './storage.service.js';

/** A store that fails after it has staged an object. */
class LeavingStore extends DiskStore {
  override async stage(...object: Parameters<DiskStore['stage']>): Promise<StagedObject> {
    await (await super.stage(...object)).discard();
    const away = () => Promise.reject(new Error('the store is away'));
    return { commit: away, discard: away };
  }
}

test('the error of an upload is not replaced by an error of its cleanup', async () => {
  await using after = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-storage-'));
  after.defer(() => rm(folder, { recursive: true }));
  const objects = new LeavingStore(join(folder, 'documents'));
  const store = new SealedStore(objects, new KeyStore(join(folder, 'keys'), Buffer.alloc(32, 1)));
  const config = { STORAGE_DIR: join(folder, 'documents'), KEY_STORE_DIR: join(folder, 'keys') };
  const storage = new StorageService(objects, store, config as CoreConfig, createLogger('silent'));
  await storage.makeFolders();
  const documentId = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
  await storage.createKey(documentId);

  const staged = await storage.stage({ documentId, name: 'original/1' }, bytes());
  const arriving = async () => {
    try {
      await Promise.reject(new Error('no such document'));
    } finally {
      await staged.discard();
    }
  };
  await expect(arriving()).rejects.toThrow('no such document');
});

test('a key that cannot be stored on a full disk is refused as storage.full', async () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const storage = new StorageService(
    {} as DiskStore,
    { createKey: full } as unknown as SealedStore,
    {} as CoreConfig,
    createLogger('silent'),
  );
  await expect(storage.createKey('0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70')).rejects.toMatchObject({
    code: 'storage.full',
  });
});

test('staged files and key drafts are deleted only after their full lifetime', async () => {
  const ages: number[] = [];
  const note = (ageMs: number) => Promise.resolve(void ages.push(ageMs));
  const storage = new StorageService(
    { deleteStagedBefore: note } as unknown as DiskStore,
    { destroyKeyDraftsBefore: note } as unknown as SealedStore,
    {} as CoreConfig,
    createLogger('silent'),
  );
  await storage.forgetAbandoned();
  expect(ages).toEqual([lifeSeconds.staged * 1_000, lifeSeconds.staged * 1_000]);
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('%PDF'));
}
