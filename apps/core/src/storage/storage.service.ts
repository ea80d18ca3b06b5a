import { randomUUID } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import { Refusal } from '@sixpence/contracts/refusals';
import type { ByteRange, ObjectStore } from '@sixpence/storage/object-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { DataSource } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { AddressesService } from './addresses.service.js';
import { fileNames } from './file-names.js';
import { OBJECT_STORE } from './object-store.provider.js';
import type { StoredRevisions } from './stored-revisions.js';

const abandonedAfterMs = 60 * 60 * 1_000;

/** About how many documents the database is asked at a time. */
const askedAtOnce = 1_000;

/** Bytes to send on, decrypted while they are read. */
export interface OpenedFile {
  /** The whole file. */
  stream: Readable;
  byteLength: number;
  /** A part of it, in place of `stream`. */
  part(range: ByteRange): Readable;
}

/** The only door to documents' bytes. */
@Injectable()
export class StorageService implements OnModuleInit, OnModuleDestroy {
  private revisions: StoredRevisions | undefined;

  constructor(
    private readonly database: DataSource,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    private readonly store: SealedStore,
    private readonly addresses: AddressesService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  async onModuleInit(): Promise<void> {
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

  /** Called once, at start, by the feature that owns the rows. */
  serve(revisions: StoredRevisions): void {
    this.revisions = revisions;
  }

  get rows(): StoredRevisions {
    if (!this.revisions) throw new Error('Nobody answers for the rows of documents');
    return this.revisions;
  }

  /** A new document's key, and where its owner sends the bytes. */
  async prepareUpload(upload: {
    documentId: string;
    mediaType: string;
    byteLength: number | undefined;
  }): Promise<string> {
    await this.store.createKey(upload.documentId);
    const path = await this.addresses.sign({ scope: 'original', revision: 1, ...upload });
    return new URL(path, this.config.PUBLIC_URL).href;
  }

  /**
   * Short-lived addresses for one try at converting a revision; each try writes files of its own.
   * @throws Refusal `storage.unknown` when there is nothing (left) to convert
   */
  async prepareConversion(documentId: string, revision: number): Promise<ConversionAnswer> {
    const found = await this.rows.find(this.database, documentId, revision);
    if (found?.state !== 'uploaded') throw unknownFile();
    const conversionId = randomUUID();
    const shared = { documentId, revision, conversionId };
    const [source, normalised, images] = await Promise.all([
      this.addresses.sign({ scope: 'source', documentId, revision }),
      this.addresses.sign({ scope: 'normalised', mediaType: 'application/pdf', ...shared }),
      this.addresses.sign({ scope: 'images', mediaType: 'application/octet-stream', ...shared }),
    ]);
    return { conversionId, source, normalised, images };
  }

  /** What a conversion reads: see `ConversionAnswer.source`. @throws Refusal `storage.unknown` */
  async openSource(documentId: string, revision: number): Promise<OpenedFile> {
    const found = await this.rows.find(this.database, documentId, revision);
    if (!found) throw unknownFile();
    if (found.basedOn !== null) return this.openNormalised(documentId, found.basedOn);
    return this.open(documentId, fileNames.original(revision));
  }

  /**
   * The normalised PDF of a ready revision. A document that was deleted while a job has it in hand still opens.
   * @throws Refusal `storage.unknown` when its bytes are gone
   */
  async openNormalised(documentId: string, revision: number): Promise<OpenedFile> {
    const conversionId = await this.conversionOf(documentId, revision);
    return this.open(documentId, fileNames.normalised(revision, conversionId));
  }

  /** The images of all pages: see `ConversionAnswer.images`. @throws Refusal `storage.unknown` */
  openImages(documentId: string, revision: number, conversionId: string): Promise<OpenedFile> {
    return this.open(documentId, fileNames.images(revision, conversionId));
  }

  /** Removes the files of one revision. */
  async forgetRevision(documentId: string, revision: number): Promise<void> {
    await this.store.remove({ documentId, name: String(revision) });
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

  /**
   * Documents without rows whose keys are older than this. A key's age is by this machine's clock, which may jump, so it
   * only says which to ask the database about: a document with a row ends by the row.
   */
  async *lostDocuments(ageMs: number): AsyncGenerator<string> {
    let asked: string[] = [];
    for await (const documentId of this.store.documentsOlderThan(ageMs)) {
      asked.push(documentId);
      if (asked.length < askedAtOnce) continue;
      yield* await this.rows.unknownOf(this.database, asked);
      asked = [];
    }
    yield* await this.rows.unknownOf(this.database, asked);
  }

  private async conversionOf(documentId: string, revision: number): Promise<string> {
    const conversionId = await this.rows.conversionOf(this.database, documentId, revision);
    if (conversionId === undefined) throw unknownFile();
    return conversionId;
  }

  private async open(documentId: string, name: string): Promise<OpenedFile> {
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
}

export function unknownFile(): Refusal {
  return new Refusal('storage.unknown', 'These bytes are not here, or no longer.');
}
