import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isExistingFile, isMissingFile, makeFolder, syncFolder, writtenAtMs } from './durable.js';
import { TamperedObject } from './sealing.js';

const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
const draftEnding = '.draft';

/**
 * One data key per document, each wrapped by the master key in a small file of its own. The folder is outside
 * the database and its backups: once the file is deleted, no copy of rows or objects can be decrypted.
 */
export class KeyStore {
  constructor(
    private readonly folder: string,
    private readonly masterKey: Uint8Array,
  ) {}

  /** Creates the document's key. An existing key stays. */
  async create(documentId: string): Promise<void> {
    const path = this.pathOf(documentId);
    const folder = dirname(path);
    await makeFolder(folder);
    const draft = join(folder, `${randomUUID()}${draftEnding}`);
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(this.wrap(documentId, randomBytes(keyBytes)));
        await file.sync();
      } finally {
        await file.close();
      }
      await link(draft, path);
    } catch (error) {
      if (!isExistingFile(error)) throw error;
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(folder);
  }

  /** @throws TamperedObject when the file, the document, and the master key do not belong together */
  async findKey(documentId: string): Promise<Buffer | undefined> {
    try {
      return this.unwrap(documentId, await readFile(this.pathOf(documentId)));
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  async destroy(documentId: string): Promise<void> {
    const path = this.pathOf(documentId);
    try {
      await rm(path);
      await syncFolder(dirname(path));
    } catch (error) {
      if (!isMissingFile(error)) throw error;
    }
  }

  /** The ids of documents whose keys are older than this. */
  async *idsOlderThan(ageMs: number): AsyncGenerator<string> {
    for await (const path of this.filesOlderThan(ageMs)) {
      const documentId = /(.{36})\.key$/.exec(basename(path))?.[1];
      if (documentId !== undefined) yield documentId;
    }
  }

  /**
   * Removes drafts whose process ended. A draft that was linked already is a second copy of its document's
   * key.
   */
  async destroyDraftsOlderThan(ageMs: number): Promise<void> {
    for await (const path of this.filesOlderThan(ageMs)) {
      if (!path.endsWith(draftEnding)) continue;
      await rm(path, { force: true });
      await syncFolder(dirname(path));
    }
  }

  private async *filesOlderThan(ageMs: number): AsyncGenerator<string> {
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      if (Date.now() - (await writtenAtMs(path)) > ageMs) yield path;
    }
  }

  private wrap(documentId: string, dataKey: Uint8Array): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.masterKey, nonce);
    cipher.setAAD(Buffer.from(documentId));
    return Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
  }

  private unwrap(documentId: string, wrapped: Buffer): Buffer {
    if (wrapped.length !== nonceBytes + keyBytes + tagBytes)
      throw new TamperedObject('A wrapped key is cut off');
    const decipher = createDecipheriv('aes-256-gcm', this.masterKey, wrapped.subarray(0, nonceBytes));
    decipher.setAAD(Buffer.from(documentId));
    decipher.setAuthTag(wrapped.subarray(nonceBytes + keyBytes));
    const dataKey = decipher.update(wrapped.subarray(nonceBytes, nonceBytes + keyBytes));
    try {
      return Buffer.concat([dataKey, decipher.final()]);
    } catch (cause) {
      throw new TamperedObject('A wrapped key does not open', { cause });
    }
  }

  private pathOf(documentId: string): string {
    if (!/^[0-9a-f-]{36}$/.test(documentId)) throw new Error('Not the id of a document');
    return join(this.folder, documentId.slice(0, 2), `${documentId}.key`);
  }
}
