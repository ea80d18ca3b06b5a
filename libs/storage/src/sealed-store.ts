import { createHmac, hkdfSync } from 'node:crypto';
import type { KeyStore } from './key-store.js';
import type { ObjectStore, StagedObject } from './object-store.js';
import { openSealed, type OpenedObject } from './open-sealed.js';
import { seal } from './seal.js';

/** One file of a document, such as `1/original`. */
export interface DocumentFile {
  documentId: string;
  name: string;
}

/**
 * The length and the digest of a file's plain bytes. The digest is worthless once the document's key is
 * destroyed.
 */
export interface MeasuredBytes {
  byteLength: number;
  digest: Buffer;
}

/** Documents' files, encrypted as they arrive and decrypted as they are read. */
export class SealedStore {
  constructor(
    private readonly objects: ObjectStore,
    private readonly keys: KeyStore,
  ) {}

  /** Creates a document's key, which its files need. */
  async createKey(documentId: string): Promise<void> {
    await this.keys.create(documentId);
  }

  /** @returns undefined when the document's key is destroyed */
  async stage(
    file: DocumentFile,
    source: AsyncIterable<Uint8Array>,
  ): Promise<(StagedObject & MeasuredBytes) | undefined> {
    const dataKey = await this.keys.findKey(file.documentId);
    if (!dataKey) return undefined;
    const meter = new Meter(dataKey);
    const name = nameOf(file);
    const staged = await this.objects.stage(name, seal({ dataKey, name }, meter.watch(source)));
    const { byteLength, digest } = meter.reading();
    return { byteLength, digest, commit: () => staged.commit(), discard: () => staged.discard() };
  }

  /**
   * Reads bytes without storing them, to compare them with a stored file.
   * @returns undefined when the document's key is destroyed
   */
  async measure(documentId: string, source: AsyncIterable<Uint8Array>): Promise<MeasuredBytes | undefined> {
    const dataKey = await this.keys.findKey(documentId);
    if (!dataKey) return undefined;
    const meter = new Meter(dataKey);
    const watched = meter.watch(source);
    while (!(await watched.next()).done);
    return meter.reading();
  }

  /**
   * @returns undefined when the file or the document's key does not exist
   * @throws TamperedObject
   */
  async openFile(file: DocumentFile): Promise<OpenedObject | undefined> {
    const name = nameOf(file);
    const [dataKey, stored] = await Promise.all([
      this.keys.findKey(file.documentId),
      this.objects.find(name),
    ]);
    return dataKey && stored && openSealed({ dataKey, name }, stored);
  }

  /** Removes the files whose names begin with this path; the document stays. */
  async removeFiles({ documentId, name }: DocumentFile): Promise<void> {
    await this.objects.deleteUnder(nameOf({ documentId, name }));
  }

  /** Makes the document unreadable in every copy. Its bytes stay. */
  async destroyKey(documentId: string): Promise<void> {
    await this.keys.destroy(documentId);
  }

  /** The ids of all documents whose keys are older than this, including those without a row. */
  documentsOlderThan(ageMs: number): AsyncIterable<string> {
    return this.keys.idsOlderThan(ageMs);
  }

  /** Removes unfinished keys that are older than this. */
  async destroyKeyDraftsOlderThan(ageMs: number): Promise<void> {
    await this.keys.destroyDraftsOlderThan(ageMs);
  }

  /** Destroys the key first: if a crash leaves bytes behind, they cannot be read. */
  async destroy(documentId: string): Promise<void> {
    await this.keys.destroy(documentId);
    await this.objects.deleteUnder(`documents/${documentId}`);
  }
}

class Meter {
  private byteLength = 0;
  private readonly hmac: ReturnType<typeof createHmac>;

  constructor(dataKey: Uint8Array) {
    this.hmac = createHmac('sha256', Buffer.from(hkdfSync('sha256', dataKey, '', 'sixpence:digest', 32)));
  }

  async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      this.byteLength += piece.length;
      this.hmac.update(piece);
      yield piece;
    }
  }

  reading(): MeasuredBytes {
    return { byteLength: this.byteLength, digest: this.hmac.digest() };
  }
}

function nameOf({ documentId, name }: DocumentFile): string {
  return `documents/${documentId}/${name}`;
}
