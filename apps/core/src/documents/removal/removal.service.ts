import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { isOutage } from '../../platform/database/outage.js';
import { all, changed, one } from '../../platform/database/sql.js';
import { LOGGER } from '../../platform/process/logger.js';
import { StorageService } from '../storage/storage.service.js';

/** Of how many documents the bytes are removed at a time. */
const batchSize = 100;

/** About how many documents the database is asked for at a time. */
const askedAtOnce = 1_000;

const { awaitedUpload, document, hold } = lifeSeconds;

/**
 * A document's key is older than this only if its row was lost: the row ends with the upload's hour, the document's 72,
 * and the hold of a job that was under way; one hour more is for the sweep.
 */
const oldestKeyMs = (awaitedUpload + document + hold + 60 * 60) * 1_000;

const removable = 'deleted_at IS NOT NULL AND open_jobs = 0';

/** Removes key, bytes, and row of documents that were marked as deleted, unless a job has them in hand. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Those that could not be removed before come last, so that they never keep the others waiting. */
  async removeMarked(): Promise<void> {
    const marked = await all<{ id: string }>(
      this.database,
      `SELECT id FROM documents WHERE ${removable} ORDER BY coalesce(removal_failed_at, deleted_at)`,
    );
    await this.remove(marked.map(({ id }) => id));
  }

  /** The same for these, if they are marked. */
  async removeOf(documentIds: readonly string[]): Promise<void> {
    const marked = await all<{ id: string }>(
      this.database,
      `SELECT id FROM documents WHERE id = ANY(:documentIds) AND ${removable}`,
      { documentIds },
    );
    await this.remove(marked.map(({ id }) => id));
  }

  /** Removes what uploads left behind whose process ended, and documents whose rows were lost. */
  async tidy(): Promise<void> {
    for await (const documentId of this.lostDocuments()) {
      await this.storage.destroy(documentId).catch((error: unknown) => {
        this.logger.warn({ err: error, documentId }, 'a document without a row is not removed yet');
      });
    }
    await this.storage.forgetAbandoned();
  }

  /**
   * Documents without rows whose keys are older than any row. A key's age is by this machine's clock, which may jump, so
   * it only says which to ask the database about: a document with a row ends by the row.
   */
  private async *lostDocuments(): AsyncGenerator<string> {
    let asked: string[] = [];
    for await (const documentId of this.storage.documentsOlderThan(oldestKeyMs)) {
      asked.push(documentId);
      if (asked.length < askedAtOnce) continue;
      yield* await this.unknownOf(asked);
      asked = [];
    }
    yield* await this.unknownOf(asked);
  }

  private async unknownOf(documentIds: readonly string[]): Promise<string[]> {
    // As text: a key's file may have a name that is no id at all.
    const rows = await all<{ id: string }>(
      this.database,
      'SELECT id FROM documents WHERE id::text = ANY(:documentIds)',
      { documentIds },
    );
    const known = new Set(rows.map(({ id }) => id));
    return documentIds.filter((id) => !known.has(id));
  }

  /**
   * All keys go before the first byte, so that storage which is slow or away keeps no document readable. What fails is
   * left to the next sweep and holds up nothing else; only storage that is away as a whole is not asked a hundred times.
   */
  private async remove(documentIds: readonly string[]): Promise<void> {
    const failed = new Set<string>();
    const note = (documentId: string) => (error: unknown) => {
      this.logger.warn({ err: error, documentId }, 'a document that has ended is not removed yet');
      failed.add(documentId);
      return error;
    };
    for (const id of documentIds) await this.storage.destroyKey(id).catch(note(id));
    const unreadable = documentIds.filter((id) => !failed.has(id));
    for (const id of unreadable.slice(0, batchSize)) {
      const error = await this.removeBytes(id).catch(note(id));
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

  /** Another core may be at it: then its row is locked, and it is left to that one. */
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
