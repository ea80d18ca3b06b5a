import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PrintOptions } from '@sixpence/contracts/http/documents';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { documentLimits } from '@sixpence/contracts/limits';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { isOutage } from '../platform/database/outage.js';
import { changed, one } from '../platform/database/sql.js';
import { OutboxService } from '../platform/outbox/outbox.service.js';
import { activeAmount, lockedAmount } from './preparation/amount.query.js';
import { keepWithinQuota } from './preparation/quota.js';
import { awaitedOf, activeRevision, lockDocuments } from './preparation/revisions.query.js';
import { RevisionsService } from './preparation/revisions.service.js';
import { TurnsService } from './preparation/turns.service.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { LOGGER } from '../platform/process/logger.js';
import { fileNames } from './storage/file-names.js';
import { limited, tooLarge } from './storage/limited.js';
import { displaced, StorageService, unknownFile, type StagedFile } from './storage/storage.service.js';
import { newestSender, optionsOf } from './views/document-rows.query.js';
import { checkedFileName } from './file-name.js';
import { mediaTypeOf } from './file-types.js';
import { mustBeSame } from './same-bytes.js';
import { lockPerson } from '../people/users/person-locks.query.js';

/** A document that a person or a mail sends. */
export interface NewDocument {
  owner: string;
  /** The file's name; its extension decides the type. */
  name: string;
  /** The media type that the sender states; empty when it is unknown. */
  type: string;
  /** Print options that the sender states; the owner's last choice counts for options that are not stated. */
  options?: Partial<PrintOptions>;
}

/**
 * A document whose bytes will follow. `byteLength` is 0 when it is unknown. `isReserved` counts the bytes in
 * the quota at once.
 */
export interface ExpectedDocument {
  document: NewDocument;
  byteLength: number;
  isReserved: boolean;
}

type Bytes = AsyncIterable<Uint8Array>;

/**
 * A file whose bytes are staged. `sender` is the number of the connection that sent them (`SendersService`).
 * A file with `isHeld` is already stored under its final name (`HeldFilesService`), and stays stored when
 * this arrival fails.
 */
export type ArrivedFile = StagedFile & { sender?: number; isHeld?: true };

/**
 * Adds documents from the browser and from mails. The row comes first and awaits the bytes for an hour. The
 * bytes are encrypted while they arrive; one transaction then lists the documents. If the sender stops
 * earlier, the document is never listed, and its row expires.
 */
@Injectable()
export class ArrivalsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    private readonly storage: StorageService,
    private readonly revisions: RevisionsService,
    private readonly turns: TurnsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Adds a document that awaits its bytes: it is not listed, and it expires after an hour. `byteLength` is 0
   * when it is unknown.
   * @returns the document's id
   * @throws Refusal `document.name`, `document.type`, `document.quota`, `request.too-many`,
   *   `storage.too-large`, `storage.full`; `account.unknown` when the account is erased at this moment
   */
  async expectDocument(document: NewDocument, byteLength = 0): Promise<string> {
    const [documentId] = (await this.expectDocuments([{ document, byteLength, isReserved: false }])) as [
      string,
    ];
    return documentId;
  }

  /**
   * As `expectDocument`, for several documents: one transaction adds all of them or none, and runs
   * `also.before` and `also.after`.
   * @returns their ids, in the same order
   * @throws the errors of `expectDocument` and of `also`
   */
  async expectDocuments(
    expected: readonly ExpectedDocument[],
    also: {
      before?: (tx: EntityManager) => Promise<void>;
      after?: (tx: EntityManager, documentIds: string[]) => Promise<void>;
    } = {},
  ): Promise<string[]> {
    const rows = expected.map((one) => this.rowOf(one));
    const documentIds = rows.map(({ documentId }) => documentId);
    await this.database.transaction(async (tx) => {
      await also.before?.(tx);
      for (const row of rows) await this.addRow(tx, row);
      await also.after?.(tx, documentIds);
    });
    try {
      for (const documentId of documentIds) await this.storage.createKey(documentId);
    } catch (error) {
      // The caller does not get these ids. Without this, the rows would count in the quota for an hour.
      await this.expireAwaited(documentIds);
      throw error;
    }
    return documentIds;
  }

  private rowOf({ document, byteLength, isReserved }: ExpectedDocument) {
    const fileName = checkedFileName(document.name);
    const takesOffice = this.config.OFFICE_DOCUMENTS === 'yes';
    const mediaType = mediaTypeOf(fileName, document.type, { takesOffice });
    if (byteLength > documentLimits.fileBytes) throw tooLarge(documentLimits.fileBytes);
    const reservedBytes = isReserved ? byteLength : 0;
    return {
      documentId: randomUUID(),
      owner: document.owner,
      fileName,
      mediaType,
      options: document.options ?? {},
      byteLength,
      reservedBytes,
    };
  }

  private async addRow(
    tx: EntityManager,
    {
      documentId,
      owner,
      fileName,
      mediaType,
      options,
      byteLength,
      reservedBytes,
    }: ReturnType<ArrivalsService['rowOf']>,
  ): Promise<void> {
    if (!(await lockPerson(tx, owner))) throw new Refusal('account.unknown');
    keepWithinQuota(await activeAmount(tx, owner), byteLength);
    const life = lifeSeconds.awaitedUpload;
    await changed(
      tx,
      `INSERT INTO documents (id, owner_id, file_name, side, is_color, receiving_bytes, expires_at)
       VALUES (:documentId, :owner, :fileName, :side, :isColor, :reservedBytes,
         app_now() + make_interval(secs => :life))`,
      { documentId, owner, fileName, ...(await optionsOf(tx, owner)), ...options, reservedBytes, life },
    );
    await this.revisions.addFirstRevision(tx, documentId, mediaType);
  }

  /**
   * Stages the bytes of an expected document. For a document that has arrived before, `completeArrivals`
   * compares them.
   * @throws Refusal `storage.too-large`, `storage.full`, `storage.unknown`; the errors of `bytes`
   */
  stageBytes(documentId: string, bytes: Bytes): Promise<StagedFile> {
    const limit = { maxBytes: documentLimits.fileBytes, exactBytes: undefined };
    return this.storage.stage({ documentId, name: fileNames.original(1) }, limited(bytes, limit));
  }

  /**
   * Completes the arrival of all of these documents or of none, in one transaction with `also`: they are
   * listed, their 72 hours begin, and they wait for their turns. For a document that arrived before, the
   * first bytes count, and identical bytes are accepted again.
   * @throws Refusal `storage.unknown` when a document is deleted or expired, `storage.displaced`,
   *   `storage.differs`, `storage.full`, `document.quota`
   */
  async completeArrivals(
    files: readonly ArrivedFile[],
    also: (tx: EntityManager) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDocuments(
        tx,
        files.map(({ file }) => file.documentId),
      );
      const awaited: ArrivedFile[] = [];
      for (const staged of files) if (await this.isAwaited(tx, staged)) awaited.push(staged);
      try {
        const owners = new Set<string>();
        // One after the other, with queries in between, so that a slow medium keeps the transaction idle for
        // one file at a time only.
        for (const staged of awaited) {
          await staged.commit();
          owners.add(await this.markArrived(tx, staged));
        }
        // Owners' rows are locked last, so that a slow medium does not block other work of the person.
        for (const ownerId of [...owners].sort()) await this.checkQuotaOf(tx, ownerId);
        await also(tx);
      } catch (error) {
        // While this transaction holds the rows, the stored bytes are those that it has just stored, so they
        // are removed. After a lost connection it holds no rows: the stored bytes may be of another attempt,
        // so they stay until the next attempt or until the hour ends.
        const committed = awaited.filter(({ isHeld }) => !isHeld);
        if (!isOutage(error))
          await Promise.allSettled(committed.map(({ file }) => this.storage.removeFile(file)));
        throw error;
      }
    });
  }

  /** Expires the given documents that are still awaited. The removal sweep deletes their stored bytes. */
  async expireAwaited(documentIds: readonly string[]): Promise<void> {
    await this.database
      .transaction((tx) => this.expireAwaitedIn(tx, documentIds))
      .catch((error: unknown) => {
        this.logger.warn(
          { err: error, documentIds },
          'documents that did not arrive could not be expired now, and expire after their hour',
        );
      });
  }

  /** As `expireAwaited`, in the caller's transaction. */
  async expireAwaitedIn(tx: EntityManager, documentIds: readonly string[]): Promise<void> {
    await lockDocuments(tx, documentIds);
    const awaited = await awaitedOf(tx, documentIds);
    await changed(tx, 'UPDATE documents SET expires_at = app_now() WHERE id = ANY(:awaited)', { awaited });
  }

  /** @throws Refusal `storage.unknown`, `storage.displaced`, `storage.differs` */
  private async isAwaited(tx: EntityManager, { file, digest, sender }: ArrivedFile): Promise<boolean> {
    const row = await activeRevision(tx, file.documentId, 1);
    if (!row) throw unknownFile();
    if (row.state !== 'awaiting-upload') {
      mustBeSame(row.digest, digest);
      return false;
    }
    if (sender !== undefined && sender !== (await newestSender(tx, file.documentId))) throw displaced();
    return true;
  }

  /** Marks a document as arrived and records the fact. @returns its owner */
  private async markArrived(tx: EntityManager, taken: StagedFile): Promise<string> {
    const { documentId } = taken.file;
    const document = await one<{ ownerId: string }>(
      tx,
      `UPDATE documents SET expires_at = app_now() + make_interval(secs => :life), receiving_bytes = 0
       WHERE id = :documentId
       RETURNING owner_id`,
      { documentId, life: lifeSeconds.document },
    );
    if (!document) throw new Error(`Document ${documentId} does not exist`);
    const { ownerId } = document;
    const mediaType = await this.revisions.markArrived(tx, documentId, taken);
    const fact = { documentId, revision: 1, ownerId, mediaType };
    await this.outbox.recordFact(tx, 'print.document.uploaded', fact);
    return ownerId;
  }

  /**
   * Checks the owner's quota with the arrived documents counted, and hands out free turns.
   * @throws Refusal `document.quota`
   */
  private async checkQuotaOf(tx: EntityManager, ownerId: string): Promise<void> {
    const present = await lockedAmount(tx, ownerId);
    // `present` counts the new documents already, and the limit itself is allowed.
    keepWithinQuota({ ...present, documents: present.documents - 1 }, 0);
    await this.turns.handOutTurns(tx, ownerId);
  }
}
