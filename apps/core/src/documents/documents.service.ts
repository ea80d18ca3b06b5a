import { Injectable } from '@nestjs/common';
import type { PageFacts } from '@sixpence/contracts/events/events';
import type { DocumentRow, PrintOptions, Side } from '@sixpence/contracts/http/documents';
import { DataSource } from 'typeorm';
import { activeAmount } from './preparation/amount.query.js';
import { keepWithinQuota, remainingOf } from './preparation/quota.js';
import { statusOf } from './preparation/revision-state.js';
import { TurnsService } from './preparation/turns.service.js';
import { documentOf, listedDocuments, optionsOf, type StoredDocument } from './views/document-rows.query.js';
import { documentRowOf, leftOutOf, pagesOf } from './document-view.js';

/** A document that can be printed now, with the options and page facts that its price depends on. */
export interface ReadyDocument {
  documentId: string;
  revision: number;
  fileName: string;
  side: Side;
  isColor: boolean;
  /** The kept pages, in print order. */
  pages: PageFacts[];
  printedAt: Date | null;
  /** The numbers that the kept pages have in the original. */
  numbers: number[];
  /** The numbers of the original's pages that are left out because they were printed. */
  leftOut: number[];
}

/** Reads documents for other features: the listed ones, and those that can be printed. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: DataSource,
    private readonly turns: TurnsService,
  ) {}

  async readyDocuments(userId: string): Promise<ReadyDocument[]> {
    const documents = await listedDocuments(this.database, userId);
    return documents.flatMap((document) => readyDocumentOf(document) ?? []);
  }

  /** Hands out free turns to the person's waiting documents now, instead of at the next sweep. */
  async handOutTurns(userId: string): Promise<void> {
    await this.database.transaction((tx) => this.turns.handOutTurns(tx, userId));
  }

  async processingCount(userId: string): Promise<number> {
    const documents = await listedDocuments(this.database, userId);
    return documents.filter((document) => statusOf(document) === 'processing').length;
  }

  /** The given documents that the person can print now, by id. */
  async readyAmong(userId: string, documentIds: readonly string[]): Promise<Map<string, ReadyDocument>> {
    const ready = await this.readyDocuments(userId);
    return new Map(
      ready
        .filter(({ documentId }) => documentIds.includes(documentId))
        .map((document) => [document.documentId, document]),
    );
  }

  /**
   * The document as the dashboard shows it.
   * @returns undefined when another person owns it, it is deleted or expired, or its bytes are still awaited
   */
  async documentRow(userId: string, documentId: string): Promise<DocumentRow | undefined> {
    const document = await documentOf(this.database, userId, documentId);
    if (!document || document.state === 'awaiting-upload') return undefined;
    return documentRowOf(document);
  }

  /** The person's dashboard list, oldest first. */
  async documentRows(userId: string): Promise<DocumentRow[]> {
    return (await listedDocuments(this.database, userId)).map(documentRowOf);
  }

  /**
   * @throws Refusal `document.quota`, `request.too-many` when the quota has no space for one more document
   */
  async requireSpace(userId: string): Promise<void> {
    keepWithinQuota(await activeAmount(this.database, userId), 1);
  }

  /** The documents and bytes that the person may still add. */
  async remainingQuota(userId: string): Promise<{ documents: number; bytes: number }> {
    return remainingOf(await activeAmount(this.database, userId));
  }

  printOptions(userId: string): Promise<PrintOptions> {
    return optionsOf(this.database, userId);
  }
}

function readyDocumentOf(document: StoredDocument): ReadyDocument | undefined {
  const { id, revision, fileName, side, isColor, pages, printedAt } = document;
  // When the rest of a partly printed document could not be prepared, the current revision still has the
  // printed pages. A person pays for them again only after choosing them again.
  if (statusOf(document) !== 'ready' || pages === null || document.restFailed) return undefined;
  const [numbers, leftOut] = [pagesOf(document), leftOutOf(document)];
  return { documentId: id, revision, fileName, side, isColor, pages, printedAt, numbers, leftOut };
}
