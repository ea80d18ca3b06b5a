import { access, constants, mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { isFull } from '@sixpence/storage/durable';
import type { ByteRange, ObjectStore, StagedObject } from '@sixpence/storage/object-store';
import { SealedStore, type DocumentFile, type MeasuredBytes } from '@sixpence/storage/sealed-store';
import type { Logger } from 'pino';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { LOGGER } from '../../platform/process/logger.js';
import { OBJECT_STORE } from './object-store.provider.js';

const abandonedAfterMs = lifeSeconds.staged * 1_000;

/** A stored file, decrypted while it is read. */
export interface OpenedFile {
  /** The whole file. */
  stream: Readable;
  byteLength: number;
  /** Reads only a part of the file, for a caller that does not need `stream`. */
  part(range: ByteRange): Readable;
}

/**
 * A file that is complete and not visible yet. The caller always calls `discard` at the end: `discard` never
 * throws, and does nothing after `commit`.
 */
export type StagedFile = StagedObject & MeasuredBytes & { file: DocumentFile };

/** The only access to documents' bytes: files by document id and name (`file-names.ts`), always encrypted. */
@Injectable()
export class StorageService implements OnModuleDestroy {
  constructor(
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    private readonly store: SealedStore,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Creates the missing storage folders. Only the process that serves documents calls this. */
  async makeFolders(): Promise<void> {
    const { STORAGE_DIR, S3_BUCKET } = this.config;
    if (S3_BUCKET === undefined) await mkdir(STORAGE_DIR, { recursive: true, mode: 0o700 });
    await mkdir(this.config.KEY_STORE_DIR, { recursive: true, mode: 0o700 });
  }

  onModuleDestroy(): void {
    this.objects.close();
  }

  /**
   * Checks that documents can be stored at this moment.
   * @throws the error of the medium otherwise
   */
  async checkStore(): Promise<void> {
    await Promise.all([this.objects.check(), access(this.config.KEY_STORE_DIR, constants.W_OK)]);
  }

  /** Creates a document's key, which must exist before its first file. @throws Refusal `storage.full` */
  async createKey(documentId: string): Promise<void> {
    await this.store.createKey(documentId).catch(refuseWhenFull);
  }

  /**
   * Stages a file, encrypted while it arrives. The file is not visible before `commit`.
   * @throws Refusal `storage.unknown` when the document's key is destroyed, `storage.full`; the errors of
   *   `bytes`
   */
  async stage(file: DocumentFile, bytes: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const staged = await this.store.stage(file, bytes).catch(refuseWhenFull);
    if (!staged) throw unknownFile();
    const { byteLength, digest } = staged;
    let isCommitted = false;
    const commit = async () => {
      await staged.commit().catch(refuseWhenFull);
      isCommitted = true;
    };
    const discard = async () => {
      if (isCommitted) return;
      // The error is only logged, so that the caller sees the earlier error. `removeAbandoned` removes the
      // staged file later.
      await staged.discard().catch((error: unknown) => {
        const { documentId } = file;
        this.logger.warn({ err: error, documentId }, 'a staged file could not be removed yet');
      });
    };
    return { file, byteLength, digest, commit, discard };
  }

  /** Measures bytes without storing them, to compare them with a file. @throws Refusal `storage.unknown` */
  async measure(documentId: string, bytes: AsyncIterable<Uint8Array>): Promise<MeasuredBytes> {
    const measured = await this.store.measure(documentId, bytes);
    if (!measured) throw unknownFile();
    return measured;
  }

  /** @throws Refusal `storage.unknown` when the file or the document's key does not exist */
  async openFile(documentId: string, name: string): Promise<OpenedFile> {
    const opened = await this.store.openFile({ documentId, name });
    if (!opened) throw unknownFile();
    const streamOf = (range?: ByteRange) => Readable.from(opened.read(range), { objectMode: false });
    return {
      byteLength: opened.byteLength,
      part: streamOf,
      get stream() {
        return streamOf();
      },
    };
  }

  /** Removes a file, or all files whose names begin with this path. */
  async removeFile(file: DocumentFile): Promise<void> {
    await this.store.removeFiles(file);
  }

  /**
   * Destroys the document's key, so that no copy of the document can be read. `destroy` also removes the
   * bytes.
   */
  async destroyKey(documentId: string): Promise<void> {
    await this.store.destroyKey(documentId);
  }

  /** Destroys the document's key, then removes its bytes. */
  async destroy(documentId: string): Promise<void> {
    await this.store.destroy(documentId);
  }

  /** Removes staged files and key drafts of uploads whose process died. */
  async removeAbandoned(): Promise<void> {
    await this.store.destroyKeyDraftsOlderThan(abandonedAfterMs);
    await this.objects.deleteStagedOlderThan(abandonedAfterMs);
  }

  /** Documents whose keys are older than this, by this machine's clock, which may jump. */
  documentsOlderThan(ageMs: number): AsyncIterable<string> {
    return this.store.documentsOlderThan(ageMs);
  }
}

export function unknownFile(): Refusal {
  return new Refusal('storage.unknown');
}

export function displaced(): Refusal {
  return new Refusal('storage.displaced');
}

/** @throws Refusal `storage.full`, or the given error */
function refuseWhenFull(error: unknown): never {
  if (isFull(error)) throw new Refusal('storage.full', undefined, 60, { cause: error });
  throw error;
}
