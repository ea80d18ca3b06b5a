import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { isOutage } from '../../platform/database/outage.js';
import { all, changed, one } from '../../platform/database/sql.js';
import { LOGGER } from '../../platform/process/logger.js';
import { StorageService } from '../storage/storage.service.js';

/** How many documents' bytes one sweep removes. */
const batchSize = 100;

/** How many documents one query checks for rows. */
const checkedAtOnce = 1_000;

const { awaitedUpload, document, hold } = lifeSeconds;

/**
 * A key is older than this only if its document's row was lost. A row lives at most for the upload's hour,
 * the document's 72 hours, and the hold of an open job. One more hour is for the sweep.
 */
const oldestKeyMs = (awaitedUpload + document + hold + 60 * 60) * 1_000;

const removable = 'deleted_at IS NOT NULL AND open_jobs = 0';

/** Removes key, bytes, and row of documents that are marked as deleted and that no open job uses. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Removes all marked documents. Documents whose removal failed before come last, so that they do not delay
   * the others.
   */
  async removeMarked(): Promise<void> {
    const marked = await all<{ id: string }>(
      this.database,
      `SELECT id FROM documents WHERE ${removable} ORDER BY coalesce(removal_failed_at, deleted_at)`,
    );
    await this.removeDocuments(marked.map(({ id }) => id));
  }

  /** As `removeMarked`, for these documents only. */
  async removeMarkedAmong(documentIds: readonly string[]): Promise<void> {
    const marked = await all<{ id: string }>(
      this.database,
      `SELECT id FROM documents WHERE id = ANY(:documentIds) AND ${removable}`,
      { documentIds },
    );
    await this.removeDocuments(marked.map(({ id }) => id));
  }

  /** Removes staged files of uploads whose process died, and documents whose rows were lost. */
  async removeLost(): Promise<void> {
    for await (const documentId of this.lostDocuments()) {
      await this.storage.destroy(documentId).catch((error: unknown) => {
        this.logger.warn({ err: error, documentId }, 'a document without a row is not removed yet');
      });
    }
    await this.storage.removeAbandoned();
  }

  /**
   * Documents without rows, whose keys are older than any row. The age of a key is measured by this machine's
   * clock, which may jump. So the age only selects documents; the database decides whether a row exists.
   */
  private async *lostDocuments(): AsyncGenerator<string> {
    let batch: string[] = [];
    for await (const documentId of this.storage.documentsOlderThan(oldestKeyMs)) {
      batch.push(documentId);
      if (batch.length < checkedAtOnce) continue;
      yield* await this.withoutRows(batch);
      batch = [];
    }
    yield* await this.withoutRows(batch);
  }

  private async withoutRows(documentIds: readonly string[]): Promise<string[]> {
    // Compares as text, because the name of a key's file may not be a valid id.
    const rows = await all<{ id: string }>(
      this.database,
      'SELECT id FROM documents WHERE id::text = ANY(:documentIds)',
      { documentIds },
    );
    const known = new Set(rows.map(({ id }) => id));
    return documentIds.filter((id) => !known.has(id));
  }

  /**
   * Destroys all keys before the first byte is removed, so that no document stays readable when the storage
   * is slow or fails. When a document fails, the next sweep retries it and the loop continues with the
   * others. Only an outage ends the loop.
   */
  private async removeDocuments(documentIds: readonly string[]): Promise<void> {
    const failed = new Set<string>();
    const noteFailure = (documentId: string) => (error: unknown) => {
      this.logger.warn({ err: error, documentId }, 'a document that has ended is not removed yet');
      failed.add(documentId);
      return error;
    };
    for (const id of documentIds) await this.storage.destroyKey(id).catch(noteFailure(id));
    const unreadable = documentIds.filter((id) => !failed.has(id));
    for (const id of unreadable.slice(0, batchSize)) {
      const error = await this.removeBytes(id).catch(noteFailure(id));
      if (isOutage(error)) break;
    }
    if (failed.size === 0) return;
    await changed(
      this.database,
      `UPDATE documents SET removal_failed_at = app_now()
       WHERE id IN (SELECT id FROM documents WHERE id = ANY(:failed) ORDER BY id FOR UPDATE)`,
      { failed: [...failed] },
    );
  }

  /**
   * Serialised with other cores by the document's row: if another core holds the row, that core removes the
   * bytes; otherwise this call does.
   */
  private async removeBytes(documentId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await one(
        tx,
        'SELECT id FROM documents WHERE id = :documentId AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED',
        { documentId },
      );
      if (row === undefined) return;
      await this.storage.destroy(documentId);
      await changed(tx, 'DELETE FROM documents WHERE id = :documentId', { documentId });
    });
  }
}
