import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { all } from '../../platform/database/sql.js';
import { OutboxService } from '../../platform/outbox/outbox.service.js';
import { TurnsService } from '../preparation/turns.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { RemovalService } from './removal.service.js';

interface Ended {
  documentId: string;
  ownerId: string;
}

/** Marks up to 1,000 documents as deleted, so that they cannot be opened any more. */
const marking = (which: string) => `
  UPDATE documents SET deleted_at = app_now()
  WHERE id IN (SELECT id FROM documents WHERE deleted_at IS NULL AND ${which} ORDER BY id LIMIT 1000
    FOR UPDATE)
  RETURNING id AS document_id, owner_id`;
const markThese = marking('owner_id = :userId AND id = ANY(:documentIds) AND expires_at > app_now()');
const markAll = marking('owner_id = :userId');
const markPast = marking('expires_at <= app_now()');

/**
 * Ends documents that their owner deletes or that expire. The row is marked first, so that the document
 * cannot be opened any more. Then key, bytes, and row are removed, unless an open job uses the document.
 */
@Injectable()
export class DocumentLifeService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    private readonly removal: RemovalService,
    private readonly turns: TurnsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @throws Refusal `document.unknown` when one of the documents is not the person's; the other documents are
   *   deleted nevertheless
   */
  async deleteDocuments(userId: string, documentIds: readonly string[]): Promise<void> {
    const wanted = [...new Set(documentIds)];
    const deleted = await this.database.transaction(async (tx) => {
      const marked = await all<Ended>(tx, markThese, { userId, documentIds: wanted });
      await this.recordEnded(tx, marked);
      return marked.map(({ documentId }) => documentId);
    });
    await this.removal.removeMarkedAmong(deleted).catch((error: unknown) => {
      this.logger.warn(
        { err: error },
        'the bytes of deleted documents are not removed yet, the next sweep tries again',
      );
    });
    if (deleted.length < wanted.length) throw new Refusal('document.unknown');
  }

  /**
   * Deletes all documents of a person in the transaction that erases the account; the next sweep removes the
   * bytes.
   */
  async deleteAllDocuments(tx: EntityManager, userId: string): Promise<void> {
    await this.recordEnded(tx, await all<Ended>(tx, markAll, { userId }));
  }

  /** Ends expired documents, and removes the bytes of all ended documents that no open job uses. */
  async sweepDocuments(): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.recordEnded(tx, await all<Ended>(tx, markPast));
    });
    await this.removal.removeMarked();
  }

  /** Records the facts of marked documents and hands out their turns, in the same transaction. */
  private async recordEnded(tx: EntityManager, documents: readonly Ended[]): Promise<void> {
    for (const document of documents) await this.outbox.recordFact(tx, 'print.document.deleted', document);
    await this.turns.handOutTurnsOf(
      tx,
      documents.map(({ documentId }) => documentId),
    );
  }
}
