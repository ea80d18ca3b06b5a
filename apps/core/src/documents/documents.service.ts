import { Injectable } from '@nestjs/common';
import type { PageFacts } from '@sixpence/contracts/events/events';
import type { DocumentRow, PrintOptions, Side } from '@sixpence/contracts/http/documents';
import { DataSource, type EntityManager } from 'typeorm';
import { activeAmount } from './preparation/amount.query.js';
import { keepWithinQuota, leftOf } from './preparation/quota.js';
import { statusOf } from './preparation/revision-state.js';
import { TurnsService } from './preparation/turns.service.js';
import type { StagedFile } from './storage/storage.service.js';
import { ArrivalsService, type NewDocument } from './arrivals.service.js';
import { documentOf, listedDocuments, optionsOf, type StoredDocument } from './document-rows.query.js';
import { documentRowOf, leftOutOf, pagesOf } from './document-view.js';

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
  /** The numbers that its pages have in the original, and of those that were left out because they were printed. */
  numbers: number[];
  leftOut: number[];
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
    private readonly arrivals: ArrivalsService,
    private readonly turns: TurnsService,
  ) {}

  /**
   * Takes a document in as an upload is: its name, type, and size are checked, its bytes sealed, and it is prepared.
   * @returns its id
   * @throws as `expect` and the taking in of bytes do (ArrivalsService); whatever `bytes` throws
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

  /** What waits to be prepared gets its turn now, instead of with the next sweep. */
  async prepareWaiting(userId: string): Promise<void> {
    await this.database.transaction((tx) => this.turns.next(tx, userId));
  }

  /** How many of the person's documents are still being prepared. */
  async processingCount(userId: string): Promise<number> {
    const documents = await listedDocuments(this.database, userId);
    return documents.filter((document) => statusOf(document) === 'processing').length;
  }

  /** Of these documents, those that the person can print now. */
  async readyAmong(userId: string, documentIds: readonly string[]): Promise<Map<string, ReadyDocument>> {
    const ready = await this.readyDocuments(userId);
    return new Map(
      ready
        .filter(({ documentId }) => documentIds.includes(documentId))
        .map((document) => [document.documentId, document]),
    );
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

  /** @throws Refusal `document.quota`, `request.too-many` when there is no room for anything more */
  async mustHaveRoom(userId: string): Promise<void> {
    keepWithinQuota(await activeAmount(this.database, userId), 1);
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
  const { id, revision, fileName, side, isColor, pages, printedAt } = document;
  // Nobody pays again for what was printed, unless they chose to.
  if (statusOf(document) !== 'ready' || pages === null || document.restFailed) return undefined;
  const [numbers, leftOut] = [pagesOf(document), leftOutOf(document)];
  return { documentId: id, revision, fileName, side, isColor, pages, printedAt, numbers, leftOut };
}
