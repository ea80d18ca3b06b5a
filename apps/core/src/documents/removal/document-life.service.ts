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

/** Marks documents of the subquery as deleted, so that nothing opens them any more. */
const marking = (which: string) => `
  UPDATE documents SET deleted_at = app_now()
  WHERE id IN (SELECT id FROM documents WHERE deleted_at IS NULL AND ${which} ORDER BY id LIMIT 1000 FOR UPDATE)
  RETURNING id AS document_id, owner_id`;
const markThese = marking('owner_id = :userId AND id = ANY(:documentIds) AND expires_at > app_now()');
const markAll = marking('owner_id = :userId');
const markPast = marking('expires_at <= app_now()');

/**
 * How documents end: their owner deletes them, or their time is over. The row is marked first, so that nothing opens
 * them any more; then key and bytes go, unless a job has them in hand; then the row.
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

  /** @throws Refusal `document.unknown` when one of them is not the person's; the others are deleted all the same */
  async delete(userId: string, documentIds: readonly string[]): Promise<void> {
    const wanted = [...new Set(documentIds)];
    const deleted = await this.database.transaction(async (tx) => {
      const marked = await all<Ended>(tx, markThese, { userId, documentIds: wanted });
      await this.ended(tx, marked);
      return marked.map(({ documentId }) => documentId);
    });
    await this.removal.removeOf(deleted).catch((error: unknown) => {
      this.logger.warn(
        { err: error },
        'the bytes of deleted documents are not removed yet, the next sweep tries again',
      );
    });
    if (deleted.length < wanted.length) {
      throw new Refusal('document.unknown', 'This document is no longer there.');
    }
  }

  /** Deletes all that a person has, in the transaction in which they leave; the next sweep removes the bytes. */
  async deleteAllOf(tx: EntityManager, userId: string): Promise<void> {
    await this.ended(tx, await all<Ended>(tx, markAll, { userId }));
  }

  /** Ends what is past its time, and removes the bytes of whatever has ended and is in no job's hand. */
  async sweep(): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.ended(tx, await all<Ended>(tx, markPast));
    });
    await this.removal.removeMarked();
  }

  /** What follows from the mark, in the same transaction. */
  private async ended(tx: EntityManager, documents: readonly Ended[]): Promise<void> {
    for (const document of documents) await this.outbox.record(tx, 'print.document.deleted', document);
    await this.turns.ended(
      tx,
      documents.map(({ documentId }) => documentId),
    );
  }
}
