import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DiskStore } from '@sixpence/storage/disk-store';
import { isFull } from '@sixpence/storage/durable';
import { KeyStore } from '@sixpence/storage/key-store';
import type { ObjectStore, StoredObject } from '@sixpence/storage/object-store';
import { S3Store } from '@sixpence/storage/s3-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { TestBucket } from '../../support/peers/test-bucket.js';

let folder: string;
let bucket: TestBucket;
const stores: S3Store[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sixpence-media-'));
  bucket = await TestBucket.start({ pageSize: 3 });
});
afterAll(async () => {
  for (const store of stores) store.close();
  await bucket[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function s3Store(
  changed: Partial<{ secretAccessKey: string; accessKeyId: string; endpoint: string }> = {},
): S3Store {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = bucket.environment;
  const store = new S3Store({
    ...{ name: S3_BUCKET!, region: S3_REGION!, endpoint: S3_ENDPOINT },
    ...{ accessKeyId: S3_ACCESS_KEY_ID!, secretAccessKey: S3_SECRET_ACCESS_KEY!, ...changed },
  });
  stores.push(store);
  return store;
}

const media: [string, () => ObjectStore][] = [
  ['a folder', () => new DiskStore(folder)],
  ['a bucket', s3Store],
];

describe.each(media)('objects in %s', (_, makeStore) => {
  const store = () => makeStore();
  const aName = () => `documents/${randomUUID()}/1/original`;

  test.each([0, 1, 1_000, 600_000, 5 * 1024 * 1024, 12_345_678])(
    'of %d bytes are read back unchanged, whole and in ranges',
    async (byteLength) => {
      const [objects, name, bytes] = [store(), aName(), randomBytes(byteLength)];
      await (await objects.stage(name, inPieces(bytes))).commit();
      const stored = (await objects.find(name))!;
      expect(stored.byteLength).toBe(byteLength);
      if (byteLength < 1_000) return;
      for (const [start, end] of [
        [0, byteLength],
        [0, 1],
        [byteLength - 1, byteLength],
        [400, 999],
      ] as const) {
        expect((await read(stored, start, end)).equals(bytes.subarray(start, end))).toBe(true);
      }
    },
  );

  test.each([10, 7_000_000])('of %d bytes appear when committed, not before', async (byteLength) => {
    const [objects, name] = [store(), aName()];
    const staged = await objects.stage(name, inPieces(randomBytes(byteLength)));
    expect(await objects.find(name)).toBeUndefined();
    await staged.commit();
    expect(await objects.find(name)).toBeDefined();
  });

  test.each([10, 7_000_000])('of %d bytes leave nothing when discarded', async (byteLength) => {
    const [objects, name] = [store(), aName()];
    await (await objects.stage(name, inPieces(randomBytes(byteLength)))).discard();
    expect(await objects.find(name)).toBeUndefined();
    expect(bucket.server.objects.openUploads()).toEqual([]);
  });

  test('whose source fails leave nothing, and fail with its error', async () => {
    const objects = store();
    await expect(objects.stage(aName(), broken(7_000_000))).rejects.toThrow('the client went away');
    expect(bucket.server.objects.openUploads()).toEqual([]);
  });

  test('replace earlier ones of the same name', async () => {
    const [objects, name] = [store(), aName()];
    for (const text of ['first', 'second'])
      await (await objects.stage(name, inPieces(Buffer.from(text)))).commit();
    expect((await objects.find(name))!.byteLength).toBe(6);
  });

  test('below a path are deleted together, and none beside it', async () => {
    const [objects, id] = [store(), randomUUID()];
    const below = Array.from({ length: 8 }, (_, page) => `documents/${id}/1/tile-${page}`);
    const beside = [`documents/${id}1/1/tile-0`, `documents/${id.slice(0, -1)}/1/tile-0`];
    for (const name of [...below, ...beside])
      await (await objects.stage(name, inPieces(Buffer.from('x')))).commit();
    await objects.deleteUnder(`documents/${id}`);
    await objects.deleteUnder(`documents/${randomUUID()}`);
    for (const name of below) expect(await objects.find(name)).toBeUndefined();
    for (const name of beside) expect(await objects.find(name)).toBeDefined();
  });

  test('that are staged and never committed are deleted by age', async () => {
    const [objects, young, old] = [store(), aName(), aName()];
    const staged = await objects.stage(young, inPieces(randomBytes(7_000_000)));
    await objects.deleteStagedOlderThan(60_000);
    await staged.commit();
    expect((await objects.find(young))?.byteLength).toBe(7_000_000);
    const forgotten = await objects.stage(old, inPieces(randomBytes(7_000_000)));
    await objects.deleteStagedOlderThan(-1);
    expect(bucket.server.objects.openUploads()).toEqual([]);
    await expect(forgotten.commit()).rejects.toThrow();
    expect(await objects.find(old)).toBeUndefined();
  });

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '', 'a/\0', 'a?b', 'a/ü'])(
    'cannot have the name %j',
    async (name) => {
      const objects = store();
      await expect(objects.find(name)).rejects.toThrow('Not the name');
      await expect(objects.deleteUnder(name)).rejects.toThrow('Not the name');
      await expect(objects.stage(name, inPieces(Buffer.alloc(1)))).rejects.toThrow('Not the name');
    },
  );

  test('can be encrypted: a range is readable without the rest, and nothing is readable without the key', async () => {
    const [objects, documentId] = [store(), randomUUID()];
    const sealed = new SealedStore(objects, new KeyStore(join(folder, 'keys'), randomBytes(32)));
    await sealed.createKey(documentId);
    const [file, bytes] = [{ documentId, name: '1/original' }, randomBytes(1_000_000)];
    await (await sealed.stage(file, inPieces(bytes)))!.commit();
    const opened = (await sealed.openFile(file))!;
    const [start, end] = [65_530, 200_001];
    expect((await collect(opened.read({ start, end }))).equals(bytes.subarray(start, end))).toBe(true);
    await sealed.destroy(documentId);
    expect(await sealed.openFile(file)).toBeUndefined();
    expect(await objects.find(`documents/${documentId}/1/original`)).toBeUndefined();
  });
});

describe('a bucket', () => {
  test.each([
    ['another secret', { secretAccessKey: 'guessed' }],
    ['another key', { accessKeyId: 'somebody' }],
  ])('refuses access with %s', async (_, changed) => {
    const stranger = s3Store(changed);
    const requestsBefore = bucket.server.requests.length;
    await expect(stranger.check()).rejects.toThrow();
    await expect(stranger.find('documents/a')).rejects.toThrow();
    await expect((await stranger.stage('documents/a', inPieces(Buffer.alloc(9)))).commit()).rejects.toThrow();
    expect((await fetch(`${bucket.server.url}/documents/documents/a`)).status).toBe(403);
    expect(bucket.server.requests.length).toBe(requestsBefore);
  });

  test('that is full is reported as a full disk, and the upload leaves nothing', async () => {
    bucket.server.setTrouble('full');
    try {
      const failed = await s3Store()
        .stage('documents/full', inPieces(Buffer.alloc(7_000_000)))
        .catch((error: unknown) => error);
      expect(isFull(failed)).toBe(true);
    } finally {
      bucket.server.setTrouble('none');
    }
    expect(bucket.server.objects.openUploads()).toEqual([]);
  });

  test('that is down is reported as down, within a bounded time', async () => {
    bucket.server.setTrouble('away');
    try {
      await expect(s3Store().find('documents/a')).rejects.toMatchObject({ name: 'StoreAway' });
      await expect(s3Store().check()).rejects.toMatchObject({ name: 'StoreAway' });
      await expect(s3Store({ endpoint: 'http://127.0.0.1:9' }).check()).rejects.toMatchObject({
        name: 'StoreAway',
      });
    } finally {
      bucket.server.setTrouble('none');
    }
  });
});

// oxlint-disable-next-line typescript/require-await -- a source of bytes is asynchronous by its type
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 65_552) yield bytes.subarray(start, start + 65_552);
}

async function* broken(byteLength: number): AsyncGenerator<Buffer> {
  yield* inPieces(Buffer.alloc(byteLength));
  throw new Error('the client went away');
}

function read(stored: StoredObject, start: number, end: number): Promise<Buffer> {
  return collect(stored.read({ start, end }));
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
