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
import { awaitedOf, livingRevision, lockDocuments, lockOwner } from './preparation/revisions.query.js';
import { RevisionsService } from './preparation/revisions.service.js';
import { TurnsService } from './preparation/turns.service.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { LOGGER } from '../platform/process/logger.js';
import { fileNames } from './storage/file-names.js';
import { limited, tooLarge } from './storage/limited.js';
import { displaced, StorageService, unknownFile, type StagedFile } from './storage/storage.service.js';
import { newestSender, optionsOf } from './document-rows.query.js';
import { checkedFileName } from './file-name.js';
import { mediaTypeOf } from './file-types.js';
import { mustBeSame } from './same-bytes.js';

/** A document that somebody brings. */
export interface NewDocument {
  /** Whose it will be. */
  owner: string;
  /** The name of its file; the ending says what it is. */
  name: string;
  /** The media type that its sender states; empty when it is not known. */
  type: string;
  /** How it is to be printed, where its sender says so; else as its owner chose last. */
  options?: Partial<PrintOptions>;
}

/** How large it will be where that is known, and whether that much room is set aside for it until it arrives. */
export interface ExpectedDocument {
  document: NewDocument;
  byteLength: number;
  isReserved: boolean;
}

type Bytes = AsyncIterable<Uint8Array>;

/**
 * A file that was taken in. `sender` is its number among those who sent it to the document's address (`SendersService`).
 * One that `isHeld` lies in its place already (`HeldFilesService`) and stays there, whatever becomes of this arrival.
 */
export type ArrivedFile = StagedFile & { sender?: number; isHeld?: true };

/**
 * How every document begins, whichever way it comes: its row is there first and awaits the bytes for an hour; the bytes
 * are taken in sealed; then rows and bytes count together. What stops in between is no document and ends by itself.
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
   * A document whose bytes are awaited: not listed, and dropped after an hour. `byteLength` where it is known.
   * @returns its id
   * @throws Refusal `document.name`, `document.type`, `document.quota`, `request.too-many`, `storage.too-large`,
   *   `storage.full`, `account.unknown` when the person has left at this moment
   */
  async expect(document: NewDocument, byteLength = 0): Promise<string> {
    const [documentId] = (await this.expectAll([{ document, byteLength, isReserved: false }])) as [string];
    return documentId;
  }

  /**
   * The same of several: all of them are expected, together with what `also` does before and after, or none is.
   * @returns their ids, in their order
   * @throws as `expect` does; whatever `also` throws
   */
  async expectAll(
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
      // Nobody will know their ids: they would count in the quota for an hour.
      await this.giveUp(documentIds);
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
    if (!(await lockOwner(tx, owner))) throw new Refusal('account.unknown');
    keepWithinQuota(await activeAmount(tx, owner), byteLength);
    const life = lifeSeconds.awaitedUpload;
    await changed(
      tx,
      `INSERT INTO documents (id, owner_id, file_name, side, is_color, receiving_bytes, expires_at)
       VALUES (:documentId, :owner, :fileName, :side, :isColor, :reservedBytes,
         app_now() + make_interval(secs => :life))`,
      { documentId, owner, fileName, ...(await optionsOf(tx, owner)), ...options, reservedBytes, life },
    );
    await this.revisions.expect(tx, documentId, mediaType);
  }

  /**
   * Takes in the bytes of an expected document, or of one that has arrived, to compare them (`arrive`).
   * @throws Refusal `storage.too-large`, `storage.full`, `storage.unknown`; whatever `bytes` throws
   */
  stage(documentId: string, bytes: Bytes): Promise<StagedFile> {
    const limit = { maxBytes: documentLimits.fileBytes, exactBytes: undefined };
    return this.storage.stage({ documentId, name: fileNames.original(1) }, limited(bytes, limit));
  }

  /**
   * From here on these documents are there, all of them or none, together with what `also` does: they are listed, their
   * 72 hours begin, and they wait for their turns. Of a document that had arrived before, the first bytes count; the same
   * ones again are welcome.
   * @throws Refusal `storage.unknown` when one is gone, `storage.displaced`, `storage.differs`, `storage.full`,
   *   `document.quota`
   */
  async arrive(
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
        // One after the other: a medium that is slow for each file does not leave the database idle for all of them.
        for (const staged of awaited) {
          await staged.commit();
          owners.add(await this.count(tx, staged));
        }
        // Owners' rows are locked last: a slow medium keeps nothing else of the person waiting.
        for (const ownerId of [...owners].sort()) await this.keepWithin(tx, ownerId);
        await also(tx);
      } catch (error) {
        // While the rows are held, these are the bytes that were just shown and nobody else's. A connection that was cut
        // holds nothing: the bytes may be those of another try by now, so they stay, for the next try or until the hour ends.
        const shown = awaited.filter(({ isHeld }) => !isHeld);
        if (!isOutage(error)) await Promise.allSettled(shown.map(({ file }) => this.storage.remove(file)));
        throw error;
      }
    });
  }

  /** These will not arrive: they end as if their hour were over, and removal takes what is left of them. */
  async giveUp(documentIds: readonly string[]): Promise<void> {
    await this.database
      .transaction((tx) => this.giveUpIn(tx, documentIds))
      .catch((error: unknown) => {
        this.logger.warn(
          { err: error, documentIds },
          'documents that did not arrive wait for the end of their hour',
        );
      });
  }

  /** The same in a transaction that does more. */
  async giveUpIn(tx: EntityManager, documentIds: readonly string[]): Promise<void> {
    await lockDocuments(tx, documentIds);
    const awaited = await awaitedOf(tx, documentIds);
    await changed(tx, 'UPDATE documents SET expires_at = app_now() WHERE id = ANY(:awaited)', { awaited });
  }

  /** @throws Refusal `storage.unknown`, `storage.displaced`, `storage.differs` */
  private async isAwaited(tx: EntityManager, { file, digest, sender }: ArrivedFile): Promise<boolean> {
    const row = await livingRevision(tx, file.documentId, 1);
    if (!row) throw unknownFile();
    if (row.state !== 'awaiting-upload') {
      mustBeSame(row.digest, digest);
      return false;
    }
    if (sender !== undefined && sender !== (await newestSender(tx, file.documentId))) throw displaced();
    return true;
  }

  /** The rows and facts of a document whose bytes were just shown. @returns its owner */
  private async count(tx: EntityManager, taken: StagedFile): Promise<string> {
    const { documentId } = taken.file;
    const document = await one<{ ownerId: string }>(
      tx,
      `UPDATE documents SET expires_at = app_now() + make_interval(secs => :life), receiving_bytes = 0
       WHERE id = :documentId
       RETURNING owner_id`,
      { documentId, life: lifeSeconds.document },
    );
    if (!document) throw new Error(`Document ${documentId} is not there`);
    const { ownerId } = document;
    const mediaType = await this.revisions.arrived(tx, documentId, taken);
    const fact = { documentId, revision: 1, ownerId, mediaType };
    await this.outbox.record(tx, 'print.document.uploaded', fact);
    return ownerId;
  }

  /** What has arrived fits into its owner's quota, and takes the turns that are free. @throws Refusal `document.quota` */
  private async keepWithin(tx: EntityManager, ownerId: string): Promise<void> {
    const present = await lockedAmount(tx, ownerId);
    // They are counted already: a hundred documents are not too many.
    keepWithinQuota({ ...present, documents: present.documents - 1 }, 0);
    await this.turns.next(tx, ownerId);
  }
}
