import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { changed } from '../../platform/database/sql.js';
import { NewsService } from '../../platform/news/news.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { StorageService } from '../storage/storage.service.js';
import { pagesToKeep, type RequestedPages } from './pages-to-keep.js';
import { statusOf } from './revision-state.js';
import { lockDocument, revisionsBetween, selectableDocument } from './revisions.query.js';
import { TurnsService } from './turns.service.js';

/**
 * Applies a choice of pages: it makes a new revision from the original, which is kept as long as the
 * document.
 */
@Injectable()
export class PageSelectionService {
  constructor(
    private readonly database: DataSource,
    private readonly news: NewsService,
    private readonly storage: StorageService,
    private readonly turns: TurnsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Adds a new revision with these pages of the current one.
   * @param requested.putBack printed pages of the original that the new revision contains again
   * @throws Refusal `document.unknown`, `document.processing`, `document.not-ready`, `pages.…`
   */
  async keepPages(userId: string, documentId: string, requested: RequestedPages): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDocument(tx, documentId);
      const document = await selectableDocument(tx, userId, documentId);
      if (!document) throw new Refusal('document.unknown');
      const status = statusOf(document);
      if (status === 'processing') throw new Refusal('document.processing');
      if (status !== 'ready' || document.pageCount === null) {
        throw new Refusal('document.not-ready', 'This document has no pages to choose from.');
      }
      const { pageCount, restFailed } = document;
      const chosen = pagesToKeep({ ...document, pageCount }, requested);
      // After a failed rest, even an unchanged choice makes a new revision: the person has decided to print
      // these pages.
      if (chosen.isUnchanged && !restFailed) return;
      const { basedOn, pages: keepPages } = chosen;
      await changed(
        tx,
        `INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, keep_pages)
         SELECT document_id, max(revision) + 1, 'uploaded', 'application/pdf', :basedOn, :keepPages
         FROM document_revisions WHERE document_id = :documentId GROUP BY document_id`,
        { documentId, basedOn, keepPages },
      );
      await this.turns.handOutTurns(tx, userId);
      this.news.publishAfterCommit(tx, 'person.document', { documentId, ownerId: userId });
    });
  }

  /**
   * Removes the revisions between the original and the current one, unless an open job uses the document, so
   * that repeated selections do not fill the storage. The next selection retries what fails here.
   */
  async removeRevisionsBetween(documentId: string): Promise<void> {
    const removing = this.database.transaction(async (tx) => {
      await lockDocument(tx, documentId);
      const revisions = await revisionsBetween(tx, documentId);
      for (const revision of revisions) await this.storage.removeFile({ documentId, name: String(revision) });
      await changed(
        tx,
        'DELETE FROM document_revisions WHERE document_id = :documentId AND revision = ANY(:revisions)',
        { documentId, revisions },
      );
    });
    await removing.catch((error: unknown) => {
      this.logger.warn({ err: error, documentId }, 'earlier revisions of a document could not be removed');
    });
  }
}
