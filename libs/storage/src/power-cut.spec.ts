import { randomBytes, randomUUID } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { DiskStore } from './disk-store.js';
import { KeyStore } from './key-store.js';
import { SealedStore } from './sealed-store.js';

/** A disk that loses unsynced data in a power cut: bytes of files, and names in folders. */
class ForgetfulDisk {
  /** By the inode of the file or folder: its content at the last sync. */
  private readonly bytes = new Map<number, Buffer>();
  private readonly names = new Map<number, Map<string, number>>();

  private constructor(private readonly folder: string) {}

  static async watching(folder: string): Promise<ForgetfulDisk> {
    const disk = new ForgetfulDisk(folder);
    for (const path of ['', ...(await readdir(folder))]) await disk.recordSynced(join(folder, path));
    const handle = await open(folder);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    jest.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      await disk.recordSynced(await disk.pathOfInode((await this.stat()).ino));
    });
    return disk;
  }

  /** Writes the synced state into an empty folder. */
  async writeSyncedStateTo(folder: string, from?: number): Promise<void> {
    const ino = from ?? (await stat(this.folder)).ino;
    for (const [name, entry] of this.names.get(ino) ?? []) {
      const path = join(folder, name);
      if (this.names.has(entry)) {
        await mkdir(path);
        await this.writeSyncedStateTo(path, entry);
      } else {
        await writeFile(path, this.bytes.get(entry) ?? '');
      }
    }
  }

  private async recordSynced(path: string): Promise<void> {
    const stats = await stat(path);
    if (!stats.isDirectory()) {
      this.bytes.set(stats.ino, await readFile(path));
      return;
    }
    const names = new Map<string, number>();
    for (const name of await readdir(path)) names.set(name, (await stat(join(path, name))).ino);
    this.names.set(stats.ino, names);
  }

  private async pathOfInode(ino: number): Promise<string> {
    const paths = await readdir(this.folder, { recursive: true });
    for (const path of ['', ...paths].map((below) => join(this.folder, below))) {
      if ((await stat(path)).ino === ino) return path;
    }
    throw new Error('The synced file is not below this folder');
  }
}

const masterKey = randomBytes(32);
const documentId = randomUUID();
const file = { documentId, name: '1/original' };

let folders: string[];
let disk: ForgetfulDisk;
let store: SealedStore;

beforeEach(async () => {
  folders = [await aFolder()];
  disk = await ForgetfulDisk.watching(folders[0]!);
  store = storeIn(folders[0]!);
});
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** Makes a folder with a folder for documents and a folder for keys, like core's storage. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-power-'));
  for (const name of ['objects', 'keys']) await mkdir(join(folder, name));
  return folder;
}

function storeIn(folder: string): SealedStore {
  return new SealedStore(
    new DiskStore(join(folder, 'objects')),
    new KeyStore(join(folder, 'keys'), masterKey),
  );
}

/** The same store after a power cut. */
async function afterPowerCut(): Promise<SealedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-power-'));
  folders.push(folder);
  await disk.writeSyncedStateTo(folder);
  return storeIn(folder);
}

// oxlint-disable-next-line typescript/require-await -- a source of bytes is asynchronous by its type
async function* inOnePiece(bytes: Buffer) {
  yield bytes;
}

async function put(bytes: Buffer): Promise<void> {
  await store.createKey(documentId);
  await (await store.stage(file, inOnePiece(bytes)))!.commit();
}

test('a stored document is complete after a power cut', async () => {
  const bytes = randomBytes(100_000);
  await put(bytes);
  const opened = await (await afterPowerCut()).openFile(file);
  const pieces: Buffer[] = [];
  for await (const piece of opened!.read()) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
});

test('a destroyed key does not reappear after a power cut', async () => {
  await put(randomBytes(1_000));
  await store.destroyKey(documentId);
  expect(await (await afterPowerCut()).openFile(file)).toBeUndefined();
});
