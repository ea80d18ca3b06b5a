import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { isOutage } from '../http/outage.js';
import { LOGGER } from '../logger.js';
import { StorageService } from '../storage/storage.service.js';

/** Of how many documents the bytes are removed at a time. */
const batchSize = 100;

/** No key is older than this: an hour to arrive, 72 to live, a day for a job that a printer never reported on. */
const oldestKeyMs = (1 + 72 + 24 + 1) * 3_600_000;

const removable = 'deleted_at IS NOT NULL AND open_jobs = 0';

/** Removes key, bytes, and row of documents that were marked as deleted, unless a job has them in hand. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What failed before comes after what has waited longer, so that it keeps nothing else from its end. */
  async removeMarked(): Promise<void> {
    const marked: { id: string }[] = await this.database.query(
      `SELECT id FROM documents WHERE ${removable} ORDER BY coalesce(removal_failed_at, deleted_at)`,
    );
    await this.remove(marked.map(({ id }) => id));
  }

  /** The same for these, if they are marked. */
  async removeOf(documentIds: readonly string[]): Promise<void> {
    const marked: { id: string }[] = await this.database.query(
      `SELECT id FROM documents WHERE id = ANY($1) AND ${removable}`,
      [documentIds],
    );
    await this.remove(marked.map(({ id }) => id));
  }

  /** Removes key and bytes of documents whose rows were lost; the promise that they end was not. */
  async removeLost(): Promise<void> {
    for await (const documentId of this.storage.lostDocuments(oldestKeyMs)) {
      await this.storage.destroy(documentId).catch((error: unknown) => {
        this.logger.warn({ err: error, documentId }, 'a document without a row is not removed yet');
      });
    }
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
    await this.database.query(
      `UPDATE documents SET removal_failed_at = app_now()
       WHERE id IN (SELECT id FROM documents WHERE id = ANY($1) ORDER BY id FOR UPDATE)`,
      [[...failed]],
    );
  }

  /** Another core may be at it: then its row is locked, and it is left to that one. */
  private async removeBytes(documentId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [row]: unknown[] = await tx.query(
        'SELECT 1 FROM documents WHERE id = $1 AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED',
        [documentId],
      );
      if (row === undefined) return;
      await this.storage.destroy(documentId);
      await tx.query('DELETE FROM documents WHERE id = $1', [documentId]);
    });
  }
}
