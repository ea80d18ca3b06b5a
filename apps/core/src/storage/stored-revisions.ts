import type { TakenIn } from '@sixpence/storage/sealed-store';
import type { DataSource, EntityManager } from 'typeorm';

/** One revision as far as its bytes go. */
export interface StoredRevision {
  state: 'awaiting-upload' | 'uploaded' | 'ready' | 'failed';
  /** Of the original that was taken in. */
  digest: Buffer | null;
  /** The revision whose normalised PDF this one selects pages from. */
  basedOn: number | null;
}

/**
 * What storage has to know of the documents whose bytes it keeps. The rows are the documents feature's own, so it
 * answers (`StorageService.serve`); storage imports nothing of it.
 */
export interface StoredRevisions {
  /** The revision of a document that is neither deleted nor past its time. */
  find(queries: DataSource, documentId: string, revision: number): Promise<StoredRevision | undefined>;
  /** The same, and it stays so until the transaction ends. */
  lock(tx: EntityManager, documentId: string, revision: number): Promise<StoredRevision | undefined>;
  /** The conversion whose files count: of a ready revision, whether its document is deleted or not. */
  conversionOf(queries: DataSource, documentId: string, revision: number): Promise<string | undefined>;
  /** Which of these are no documents, not even deleted ones. */
  unknownOf(queries: DataSource, documentIds: readonly string[]): Promise<string[]>;
  /** The original is stored. @throws Refusal `document.quota` */
  arrived(tx: EntityManager, documentId: string, revision: number, taken: TakenIn): Promise<void>;
}
