import { Injectable } from '@nestjs/common';
import type { PageFacts } from '@sixpence/contracts/events/events';
import type { DocumentRow, PrintOptions, Side } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, one } from '../database/sql.js';
import { NewsService } from '../news/news.service.js';
import { activeAmount } from '../preparation/amount.query.js';
import { leftOf } from '../preparation/quota.js';
import { statusOf } from '../preparation/revision-state.js';
import type { StagedFile } from '../storage/storage.service.js';
import { ArrivalsService, type NewDocument } from './arrivals.service.js';
import { documentOf, listedDocuments, optionsOf, type StoredDocument } from './document-rows.query.js';
import { documentRowOf } from './document-view.js';

/** A document that can be printed now, with the options and page facts its price depends on. */
export interface ReadyDocument {
  documentId: string;
  revision: number;
  fileName: string;
  side: Side;
  isColor: boolean;
  /** The kept pages, in print order. */
  pages: PageFacts[];
  printedAt: Date | null;
}

/** A document and its bytes, which are read once. */
export interface BroughtDocument {
  document: NewDocument;
  bytes: AsyncIterable<Uint8Array>;
}

/** Documents as other features meet them: they are added, can be printed, and a job has them in hand. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: DataSource,
    private readonly news: NewsService,
    private readonly arrivals: ArrivalsService,
  ) {}

  /**
   * Takes a document in as an upload is: its name, type, and size are checked, its bytes sealed, and it is prepared.
   * @returns its id
   * @throws Refusal `document.name`, `document.type`, `document.quota`, `request.too-many`, `storage.too-large`,
   *   `storage.full`; whatever `bytes` throws
   */
  async add(document: NewDocument, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const [documentId] = (await this.addAll([{ document, bytes }])) as [string];
    return documentId;
  }

  /**
   * Takes several in, in their order: all are there with the commit of one transaction, in which `also` takes part, or
   * none ever is. They may come one after the other; the bytes of each are read before the next is asked for.
   * @returns their ids
   * @throws as `add` does; whatever `documents` and `also` throw
   */
  async addAll(
    documents: Iterable<BroughtDocument> | AsyncIterable<BroughtDocument>,
    also: (tx: EntityManager, documentIds: readonly string[]) => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> {
    const documentIds: string[] = [];
    const staged: StagedFile[] = [];
    try {
      for await (const { document, bytes } of documents) {
        const documentId = await this.arrivals.expect(document);
        documentIds.push(documentId);
        staged.push(await this.arrivals.stage(documentId, bytes));
      }
      await this.arrivals.arrive(staged, (tx) => also(tx, documentIds));
      return documentIds;
    } catch (error) {
      await this.arrivals.giveUp(documentIds);
      throw error;
    } finally {
      for (const file of staged) await file.discard();
    }
  }

  async readyDocuments(userId: string): Promise<ReadyDocument[]> {
    const documents = await listedDocuments(this.database, userId);
    return documents.flatMap((document) => readyDocumentOf(document) ?? []);
  }

  /** How many of the person's documents are still being prepared. */
  async processingCount(userId: string): Promise<number> {
    const documents = await listedDocuments(this.database, userId);
    return documents.filter((document) => statusOf(document) === 'processing').length;
  }

  /**
   * The document as it will stay until the caller's transaction ends: its row is locked, so that it is neither
   * deleted nor given another revision meanwhile. Callers that lock several do so in the order of their ids.
   * @throws Refusal `document.unknown` (foreign and expired ones too), `document.not-ready`
   */
  async readyDocument(tx: EntityManager, userId: string, documentId: string): Promise<ReadyDocument> {
    const mine = 'SELECT id FROM documents WHERE id = :documentId AND owner_id = :userId FOR UPDATE';
    await one(tx, mine, { documentId, userId });
    const document = await documentOf(tx, userId, documentId);
    if (!document) throw new Refusal('document.unknown', 'This document is no longer there.');
    const ready = readyDocumentOf(document);
    if (!ready) throw new Refusal('document.not-ready', 'This document is not ready to print.');
    return ready;
  }

  /** A job needs the document's bytes: deleting it hides it at once, its bytes wait for `jobClosed`. */
  async jobOpened(tx: EntityManager, documentId: string): Promise<void> {
    const opened = await changed(
      tx,
      'UPDATE documents SET open_jobs = open_jobs + 1 WHERE id = :documentId AND deleted_at IS NULL',
      { documentId },
    );
    if (opened === 0) throw new Refusal('document.unknown', 'This document is no longer there.');
  }

  /** The job settled; call it once for each `jobOpened`. A deleted document's bytes go with its last job. */
  async jobClosed(tx: EntityManager, documentId: string, outcome: { printed: boolean }): Promise<void> {
    const document = await one<{ ownerId: string; isListed: boolean }>(
      tx,
      `UPDATE documents SET open_jobs = open_jobs - 1,
         printed_at = CASE WHEN :printed THEN app_now() ELSE printed_at END
       WHERE id = :documentId
       RETURNING owner_id, deleted_at IS NULL AS is_listed`,
      { documentId, printed: outcome.printed },
    );
    if (!document) throw new Error(`Document ${documentId} went while a job had it in hand`);
    if (document.isListed) {
      this.news.after(tx, 'person.document', { documentId, ownerId: document.ownerId });
    }
  }

  /** The document as its owner sees it; undefined when it is foreign, gone, or has not arrived yet. */
  async row(userId: string, documentId: string): Promise<DocumentRow | undefined> {
    const document = await documentOf(this.database, userId, documentId);
    if (!document || document.state === 'awaiting-upload') return undefined;
    return documentRowOf(document);
  }

  /** Everything the person has on the dashboard, oldest first. */
  async rows(userId: string): Promise<DocumentRow[]> {
    return (await listedDocuments(this.database, userId)).map(documentRowOf);
  }

  /** How much more the person can have. */
  async left(userId: string): Promise<{ documents: number; bytes: number }> {
    return leftOf(await activeAmount(this.database, userId));
  }

  /** What the person chose last. */
  options(userId: string): Promise<PrintOptions> {
    return optionsOf(this.database, userId);
  }
}

function readyDocumentOf(document: StoredDocument): ReadyDocument | undefined {
  if (statusOf(document) !== 'ready' || document.pages === null) return undefined;
  const { id, revision, fileName, side, isColor, pages, printedAt } = document;
  return { documentId: id, revision, fileName, side, isColor, pages, printedAt };
}
