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

/** Plain bytes that were taken in: how many, and a digest that means nothing once the document's key is gone. */
export interface TakenIn {
  byteLength: number;
  digest: Buffer;
}

/** Documents' files, encrypted while they arrive and decrypted while they are read. */
export class SealedStore {
  constructor(
    private readonly objects: ObjectStore,
    private readonly keys: KeyStore,
  ) {}

  /** Every document needs its key before its first file. */
  async createKey(documentId: string): Promise<void> {
    await this.keys.create(documentId);
  }

  /** @returns undefined when the document's key is gone */
  async stage(
    file: DocumentFile,
    source: AsyncIterable<Uint8Array>,
  ): Promise<(StagedObject & TakenIn) | undefined> {
    const dataKey = await this.keys.find(file.documentId);
    if (!dataKey) return undefined;
    const meter = new Meter(dataKey);
    const name = nameOf(file);
    const staged = await this.objects.stage(name, seal({ dataKey, name }, meter.watch(source)));
    const { byteLength, digest } = meter.reading();
    return { byteLength, digest, commit: () => staged.commit(), discard: () => staged.discard() };
  }

  /** Reads bytes without keeping them, to compare them with a file that was taken in. */
  async measure(documentId: string, source: AsyncIterable<Uint8Array>): Promise<TakenIn | undefined> {
    const dataKey = await this.keys.find(documentId);
    if (!dataKey) return undefined;
    const meter = new Meter(dataKey);
    const watched = meter.watch(source);
    while (!(await watched.next()).done);
    return meter.reading();
  }

  /** @returns undefined when the file, or the document's key, is not there. @throws TamperedObject */
  async open(file: DocumentFile): Promise<OpenedObject | undefined> {
    const name = nameOf(file);
    const [dataKey, stored] = await Promise.all([this.keys.find(file.documentId), this.objects.find(name)]);
    return dataKey && stored && openSealed({ dataKey, name }, stored);
  }

  /** Removes the files whose names begin with this path; the document goes on. */
  async remove({ documentId, name }: DocumentFile): Promise<void> {
    await this.objects.deleteUnder(nameOf({ documentId, name }));
  }

  /** Ends what can be read of the document, in every copy there is; its bytes are left. */
  async destroyKey(documentId: string): Promise<void> {
    await this.keys.destroy(documentId);
  }

  /** The documents whose keys were made longer ago than this, whatever else is known of them. */
  documentsOlderThan(ageMs: number): AsyncIterable<string> {
    return this.keys.olderThan(ageMs);
  }

  /** Removes what is left of keys whose making was cut short longer ago than this. */
  async destroyKeyDraftsBefore(ageMs: number): Promise<void> {
    await this.keys.destroyDraftsBefore(ageMs);
  }

  /** The key goes first: what is left of the bytes after a crash can no longer be read. */
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

  reading(): TakenIn {
    return { byteLength: this.byteLength, digest: this.hmac.digest() };
  }
}

function nameOf({ documentId, name }: DocumentFile): string {
  return `documents/${documentId}/${name}`;
}
