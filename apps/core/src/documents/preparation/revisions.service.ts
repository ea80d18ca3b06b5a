import { Injectable } from '@nestjs/common';
import type { EventOf } from '@sixpence/contracts/events/events';
import type { MeasuredBytes } from '@sixpence/storage/sealed-store';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, one } from '../../platform/database/sql.js';
import { NewsService } from '../../platform/news/news.service.js';
import { ConvertedFilesService } from './converted-files.service.js';
import { overdueRevisions } from './overdue-revisions.query.js';
import { PageSelectionService } from './page-selection.service.js';
import { canMove } from './revision-state.js';
import { lockedRevision, type ActiveRevision } from './revisions.query.js';
import { TurnsService } from './turns.service.js';

type Failure = EventOf<'print.document.conversion-failed'>;

/** Moves revisions through their states: the bytes arrive, the conversion succeeds or fails. */
@Injectable()
export class RevisionsService {
  constructor(
    private readonly database: DataSource,
    private readonly news: NewsService,
    private readonly selection: PageSelectionService,
    private readonly turns: TurnsService,
    private readonly files: ConvertedFilesService,
  ) {}

  /** Adds the first revision of a new document, which awaits its bytes. */
  async addFirstRevision(tx: EntityManager, documentId: string, mediaType: string): Promise<void> {
    await changed(
      tx,
      `INSERT INTO document_revisions (document_id, revision, state, media_type)
       VALUES (:documentId, 1, 'awaiting-upload', :mediaType)`,
      { documentId, mediaType },
    );
  }

  /**
   * Marks the bytes of a first revision as stored, so that the revision waits for its turn
   * (`TurnsService.handOutTurns`). The caller has locked the document's row.
   * @returns its media type
   */
  async markArrived(tx: EntityManager, documentId: string, taken: MeasuredBytes): Promise<string> {
    const row = await one<{ mediaType: string }>(
      tx,
      `UPDATE document_revisions SET state = 'uploaded', byte_length = :byteLength, digest = :digest
       WHERE document_id = :documentId AND revision = 1 RETURNING media_type`,
      { documentId, byteLength: taken.byteLength, digest: taken.digest },
    );
    if (!row) throw new Error(`Document ${documentId} has no first revision`);
    return row.mediaType;
  }

  /**
   * Applies a report of success. A repeated or late report, and a report for a deleted document, have no
   * effect.
   * @throws Refusal `storage.unknown`, `storage.differs` when the stored files are not as reported
   */
  async applyConversion(fact: EventOf<'print.document.converted'>): Promise<void> {
    const { documentId, revision, conversionId, pages } = fact;
    await this.database.transaction((tx) =>
      this.settleRevision(tx, { documentId, revision, state: 'ready' }, async ({ keepPages }) => {
        await this.files.verifyReport(fact, keepPages);
        await changed(
          tx,
          `UPDATE document_revisions
           SET state = 'ready', pages = :pages, page_count = :pageCount, conversion_id = :conversionId,
             answered_at = app_now()
           WHERE document_id = :documentId AND revision = :revision`,
          { documentId, revision, pages: JSON.stringify(pages), pageCount: pages.length, conversionId },
        );
      }),
    );
    await this.files.removeUnusedFiles(documentId, revision);
    if (revision > 2) await this.selection.removeRevisionsBetween(documentId);
  }

  /** Applies a report of failure. When a later revision fails, the one before it stays current. */
  async applyFailure(fact: Failure): Promise<void> {
    await this.failRevision(fact, { isAnswer: true });
  }

  /** Fails overdue revisions, so that no document is processing for ever. */
  async failOverdueRevisions(): Promise<void> {
    for (const revision of await overdueRevisions(this.database)) {
      await this.failRevision({ ...revision, reason: 'timeout' }, { isAnswer: false });
    }
  }

  /** Fails a revision whose converted files exceed the owner's quota. The caller holds the document's row. */
  async failForQuota(tx: EntityManager, documentId: string, revision: number): Promise<void> {
    await this.failIn(tx, { documentId, revision, reason: 'no-room' }, { isAnswer: true });
  }

  private async failRevision(failure: Failure, how: { isAnswer: boolean }): Promise<void> {
    await this.database.transaction((tx) => this.failIn(tx, failure, how));
    await this.files.removeUnusedFiles(failure.documentId, failure.revision);
  }

  private async failIn(
    tx: EntityManager,
    { documentId, revision, reason }: Failure,
    { isAnswer }: { isAnswer: boolean },
  ): Promise<void> {
    await this.settleRevision(tx, { documentId, revision, state: 'failed' }, async () => {
      await changed(
        tx,
        `UPDATE document_revisions
         SET state = 'failed', reason = :reason, answered_at = CASE WHEN :isAnswer THEN app_now() END
         WHERE document_id = :documentId AND revision = :revision`,
        { documentId, revision, reason, isAnswer },
      );
    });
  }

  private async settleRevision(
    tx: EntityManager,
    { documentId, revision, state }: { documentId: string; revision: number; state: 'ready' | 'failed' },
    write: (row: ActiveRevision) => Promise<void>,
  ): Promise<void> {
    const row = await lockedRevision(tx, documentId, revision);
    if (!row || !canMove(row.state, state)) return;
    await write(row);
    await this.turns.handOutTurns(tx, row.ownerId);
    this.news.publishAfterCommit(tx, 'person.document', { documentId, ownerId: row.ownerId });
  }
}
