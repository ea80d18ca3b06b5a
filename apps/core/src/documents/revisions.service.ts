import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventOf } from '@sixpence/contracts/events/events';
import type { TakenIn } from '@sixpence/storage/sealed-store';
import { DataSource, type EntityManager } from 'typeorm';
import { OutboxService } from '../outbox/outbox.service.js';
import { StorageService } from '../storage/storage.service.js';
import type { StoredRevision, StoredRevisions } from '../storage/stored-revisions.js';
import { living, lockDocument, lockedAmount } from './document-rows.query.js';
import { overdueRevisions } from './overdue-revisions.query.js';
import { PageSelectionService } from './page-selection.service.js';
import { keepWithinQuota } from './quota.js';
import { canMove, type RevisionState } from './revision-state.js';
import { TurnsService } from './turns.service.js';

interface LockedRevision {
  ownerId: string;
  state: RevisionState;
}

/** The revisions of a document: bytes arrive, a conversion succeeds or fails. */
@Injectable()
export class RevisionsService implements StoredRevisions, OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    private readonly storage: StorageService,
    private readonly selection: PageSelectionService,
    private readonly turns: TurnsService,
  ) {}

  onModuleInit(): void {
    this.storage.serve(this);
  }

  async find(
    queries: DataSource | EntityManager,
    documentId: string,
    revision: number,
  ): Promise<StoredRevision | undefined> {
    const [row]: StoredRevision[] = await queries.query(
      `SELECT r.state, r.digest, r.based_on AS "basedOn"
       FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.document_id = $1 AND r.revision = $2 AND ${living}`,
      [documentId, revision],
    );
    return row;
  }

  async lock(tx: EntityManager, documentId: string, revision: number): Promise<StoredRevision | undefined> {
    await lockDocument(tx, documentId);
    return this.find(tx, documentId, revision);
  }

  async conversionOf(queries: DataSource, documentId: string, revision: number): Promise<string | undefined> {
    const [row]: { conversionId: string }[] = await queries.query(
      `SELECT conversion_id AS "conversionId" FROM document_revisions
       WHERE document_id = $1 AND revision = $2 AND state = 'ready'`,
      [documentId, revision],
    );
    return row?.conversionId;
  }

  async unknownOf(queries: DataSource, documentIds: readonly string[]): Promise<string[]> {
    // As text: a key's file may have a name that is no id at all.
    const rows: { id: string }[] = await queries.query('SELECT id FROM documents WHERE id::text = ANY($1)', [
      documentIds,
    ]);
    const known = new Set(rows.map(({ id }) => id));
    return documentIds.filter((id) => !known.has(id));
  }

  /** The 72 hours begin, and the document appears in the list. */
  async arrived(tx: EntityManager, documentId: string, revision: number, taken: TakenIn): Promise<void> {
    const [[document]]: [{ ownerId: string }[], number] = await tx.query(
      `UPDATE documents SET expires_at = app_now() + interval '72 hours' WHERE id = $1
       RETURNING owner_id AS "ownerId"`,
      [documentId],
    );
    const [, moved]: [unknown, number] = await tx.query(
      `UPDATE document_revisions SET state = 'uploaded', byte_length = $3, digest = $4
       WHERE document_id = $1 AND revision = $2`,
      [documentId, revision, taken.byteLength, taken.digest],
    );
    if (!document || moved === 0)
      throw new Error(`Revision ${revision} of document ${documentId} is not there`);
    const present = await lockedAmount(tx, document.ownerId);
    keepWithinQuota({ ...present, documents: present.documents - 1 }, 0);
    await this.turns.next(tx, document.ownerId);
    await this.changed(tx, documentId, document.ownerId);
  }

  /** Twice, late, or for a document that is gone: no second effect. */
  async converted(fact: EventOf<'print.document.converted'>): Promise<void> {
    await this.settle(fact, 'ready', async (tx) => {
      await tx.query(
        `UPDATE document_revisions
         SET state = 'ready', pages = $3, page_count = $4, conversion_id = $5, answered_at = app_now()
         WHERE document_id = $1 AND revision = $2`,
        [fact.documentId, fact.revision, JSON.stringify(fact.pages), fact.pages.length, fact.conversionId],
      );
      await tx.query('UPDATE documents SET current_revision = greatest(current_revision, $2) WHERE id = $1', [
        fact.documentId,
        fact.revision,
      ]);
    });
    if (fact.revision > 2) await this.selection.forgetBetween(fact.documentId);
  }

  /** A later revision that fails leaves the one before it current. */
  async conversionFailed(fact: EventOf<'print.document.conversion-failed'>): Promise<void> {
    await this.fail(fact, { isAnswer: true });
  }

  /** Fails what converters will not answer for: nobody is left looking at a document that is always being prepared. */
  async giveUpWaiting(): Promise<void> {
    for (const revision of await overdueRevisions(this.database)) {
      await this.fail({ ...revision, reason: 'timeout' }, { isAnswer: false });
    }
  }

  private async fail(
    fact: EventOf<'print.document.conversion-failed'>,
    { isAnswer }: { isAnswer: boolean },
  ): Promise<void> {
    await this.settle(fact, 'failed', async (tx) => {
      await tx.query(
        `UPDATE document_revisions SET state = 'failed', reason = $3, answered_at = CASE WHEN $4 THEN app_now() END
         WHERE document_id = $1 AND revision = $2`,
        [fact.documentId, fact.revision, fact.reason, isAnswer],
      );
    });
  }

  private async settle(
    { documentId, revision }: { documentId: string; revision: number },
    state: 'ready' | 'failed',
    write: (tx: EntityManager) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDocument(tx, documentId);
      const [row]: LockedRevision[] = await tx.query(
        `SELECT d.owner_id AS "ownerId", r.state
         FROM document_revisions r JOIN documents d ON d.id = r.document_id
         WHERE r.document_id = $1 AND r.revision = $2 AND ${living}`,
        [documentId, revision],
      );
      if (!row || !canMove(row.state, state)) return;
      await write(tx);
      await this.turns.next(tx, row.ownerId);
      await this.changed(tx, documentId, row.ownerId);
    });
  }

  private changed(tx: EntityManager, documentId: string, ownerId: string): Promise<void> {
    return this.outbox.record(tx, 'print.document.changed', { documentId, ownerId });
  }
}
