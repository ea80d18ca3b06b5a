import { Injectable } from '@nestjs/common';
import type { PageFacts } from '@sixpence/contracts/events/events';
import type { DocumentRow, PrintOptions, Side } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { OutboxService } from '../outbox/outbox.service.js';
import {
  activeAmount,
  documentOf,
  listedDocuments,
  optionsOf,
  type StoredDocument,
} from './document-rows.query.js';
import { documentRowOf } from './document-view.js';
import { leftOf } from './quota.js';
import { statusOf } from './revision-state.js';

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

/** Documents as other features meet them: what can be printed, and that a job has it in hand. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
  ) {}

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
    await tx.query('SELECT 1 FROM documents WHERE id = $1 AND owner_id = $2 FOR UPDATE', [
      documentId,
      userId,
    ]);
    const document = await documentOf(tx, userId, documentId);
    if (!document) throw new Refusal('document.unknown', 'This document is no longer there.');
    const ready = readyDocumentOf(document);
    if (!ready) throw new Refusal('document.not-ready', 'This document is not ready to print.');
    return ready;
  }

  /** A job needs the document's bytes: deleting it hides it at once, its bytes wait for `jobClosed`. */
  async jobOpened(tx: EntityManager, documentId: string): Promise<void> {
    const [, changed]: [unknown, number] = await tx.query(
      'UPDATE documents SET open_jobs = open_jobs + 1 WHERE id = $1 AND deleted_at IS NULL',
      [documentId],
    );
    if (changed === 0) throw new Refusal('document.unknown', 'This document is no longer there.');
  }

  /** The job settled; call it once for each `jobOpened`. A deleted document's bytes go with its last job. */
  async jobClosed(tx: EntityManager, documentId: string, outcome: { printed: boolean }): Promise<void> {
    const [[document]]: [{ ownerId: string; isListed: boolean }[], number] = await tx.query(
      `UPDATE documents SET open_jobs = open_jobs - 1,
         printed_at = CASE WHEN $2 THEN app_now() ELSE printed_at END
       WHERE id = $1
       RETURNING owner_id AS "ownerId", deleted_at IS NULL AS "isListed"`,
      [documentId, outcome.printed],
    );
    if (!document) throw new Error(`Document ${documentId} went while a job had it in hand`);
    if (document.isListed) {
      await this.outbox.record(tx, 'print.document.changed', { documentId, ownerId: document.ownerId });
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
