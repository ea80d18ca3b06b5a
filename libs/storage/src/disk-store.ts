import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissingFile, makeFolder, syncFolder, writtenAtMs } from './durable.js';
import { segmentsOf } from './object-name.js';
import type { ByteRange, ObjectStore, StagedObject, StoredObject } from './object-store.js';

const readAheadBytes = 256 * 1024;

/**
 * Objects as files below one folder. Staged files are in the same file system, so that a commit is a rename.
 */
export class DiskStore implements ObjectStore {
  private readonly incoming: string;

  constructor(private readonly folder: string) {
    this.incoming = join(folder, '.incoming');
  }

  async check(): Promise<void> {
    await access(this.folder, constants.W_OK);
  }

  async stage(name: string, source: AsyncIterable<Uint8Array>): Promise<StagedObject> {
    const path = this.pathOf(name);
    const staged = join(this.incoming, randomUUID());
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    const file = await open(staged, 'wx', 0o600);
    try {
      for await (const piece of source) await file.writeFile(piece);
      await file.sync();
    } catch (error) {
      await rm(staged, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return {
      commit: () => this.makeVisible(staged, path),
      discard: () => rm(staged, { force: true }),
    };
  }

  async find(name: string): Promise<StoredObject | undefined> {
    const path = this.pathOf(name);
    try {
      const { size } = await stat(path);
      return { byteLength: size, read: (range) => readRange(path, range) };
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  async deleteUnder(path: string): Promise<void> {
    await rm(this.pathOf(path), { recursive: true, force: true });
  }

  async deleteStagedOlderThan(ageMs: number): Promise<void> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.incoming)) {
      const path = join(this.incoming, name);
      if (Date.now() - (await writtenAtMs(path)) > ageMs) await rm(path, { force: true });
    }
  }

  close(): void {
    // A folder has no connection to close.
  }

  private async makeVisible(staged: string, path: string): Promise<void> {
    const folder = dirname(path);
    await makeFolder(folder);
    await rename(staged, path);
    await syncFolder(folder);
  }

  /** @throws Error for a name that could lead out of the folder */
  private pathOf(name: string): string {
    return join(this.folder, ...segmentsOf(name));
  }
}

function readRange(path: string, { start, end }: ByteRange): AsyncIterable<Uint8Array> {
  return createReadStream(path, { start, end: end - 1, highWaterMark: readAheadBytes });
}
