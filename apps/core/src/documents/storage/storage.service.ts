import { access, constants, mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { isFull } from '@sixpence/storage/durable';
import type { ByteRange, ObjectStore, StagedObject } from '@sixpence/storage/object-store';
import { SealedStore, type DocumentFile, type TakenIn } from '@sixpence/storage/sealed-store';
import type { Logger } from 'pino';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { LOGGER } from '../../platform/process/logger.js';
import { OBJECT_STORE } from './object-store.provider.js';

const abandonedAfterMs = lifeSeconds.staged * 1_000;

/** Bytes to send on, decrypted while they are read. */
export interface OpenedFile {
  /** The whole file. */
  stream: Readable;
  byteLength: number;
  /** A part of it, in place of `stream`. */
  part(range: ByteRange): Readable;
}

/**
 * A file that was taken in whole and is not shown yet. `discard` has to follow in the end, and never throws; after
 * `commit` it does nothing.
 */
export type StagedFile = StagedObject & TakenIn & { file: DocumentFile };

/** The only door to documents' bytes: files by the document's id and a name (`file-names.ts`), always sealed. */
@Injectable()
export class StorageService implements OnModuleDestroy {
  constructor(
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    private readonly store: SealedStore,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes the folders that are not there; for the process that serves them. */
  async makeFolders(): Promise<void> {
    const { STORAGE_DIR, S3_BUCKET } = this.config;
    if (S3_BUCKET === undefined) await mkdir(STORAGE_DIR, { recursive: true, mode: 0o700 });
    await mkdir(this.config.KEY_STORE_DIR, { recursive: true, mode: 0o700 });
  }

  onModuleDestroy(): void {
    this.objects.close();
  }

  /** Answers when documents can be kept at this moment. @throws whatever the medium throws when they cannot */
  async check(): Promise<void> {
    await Promise.all([this.objects.check(), access(this.config.KEY_STORE_DIR, constants.W_OK)]);
  }

  /** Every document needs its key before its first file. @throws Refusal `storage.full` */
  async createKey(documentId: string): Promise<void> {
    await this.store.createKey(documentId).catch(refuseWhenFull);
  }

  /**
   * Takes a file in, encrypting while it arrives. Nothing of it counts before `commit`.
   * @throws Refusal `storage.unknown` when the document's key is gone, `storage.full`; whatever `bytes` throws
   */
  async stage(file: DocumentFile, bytes: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const staged = await this.store.stage(file, bytes).catch(refuseWhenFull);
    if (!staged) throw unknownFile();
    const { byteLength, digest } = staged;
    let isShown = false;
    const commit = async () => {
      await staged.commit().catch(refuseWhenFull);
      isShown = true;
    };
    const discard = async () => {
      if (isShown) return;
      // What failed before is what the caller has to hear of. What stays is removed by its age (`forgetAbandoned`).
      await staged.discard().catch((error: unknown) => {
        const { documentId } = file;
        this.logger.warn({ err: error, documentId }, 'a file that was not shown could not be removed yet');
      });
    };
    return { file, byteLength, digest, commit, discard };
  }

  /** Reads bytes without keeping them, to compare them with a file. @throws Refusal `storage.unknown` */
  async measure(documentId: string, bytes: AsyncIterable<Uint8Array>): Promise<TakenIn> {
    const measured = await this.store.measure(documentId, bytes);
    if (!measured) throw unknownFile();
    return measured;
  }

  /** @throws Refusal `storage.unknown` when the file, or the document's key, is gone */
  async open(documentId: string, name: string): Promise<OpenedFile> {
    const opened = await this.store.open({ documentId, name });
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
  async remove(file: DocumentFile): Promise<void> {
    await this.store.remove(file);
  }

  /** From here on nobody can read the document, in any copy there is. Its bytes go with `destroy`. */
  async destroyKey(documentId: string): Promise<void> {
    await this.store.destroyKey(documentId);
  }

  /** Ends a document's bytes for good, its key first. */
  async destroy(documentId: string): Promise<void> {
    await this.store.destroy(documentId);
  }

  /** Removes what uploads left behind whose process ended in the middle. */
  async forgetAbandoned(): Promise<void> {
    await this.store.destroyKeyDraftsBefore(abandonedAfterMs);
    await this.objects.deleteStagedBefore(abandonedAfterMs);
  }

  /** Documents whose keys were made longer ago than this, by this machine's clock, which may jump. */
  documentsOlderThan(ageMs: number): AsyncIterable<string> {
    return this.store.documentsOlderThan(ageMs);
  }
}

export function unknownFile(): Refusal {
  return new Refusal('storage.unknown', 'These bytes are not here, or no longer.');
}

export function displaced(): Refusal {
  return new Refusal('storage.displaced', 'This file is being sent anew by another connection.');
}

/** @throws Refusal `storage.full`, or what it was given */
function refuseWhenFull(error: unknown): never {
  if (isFull(error)) throw new Refusal('storage.full', 'The storage is full.', 60, { cause: error });
  throw error;
}
