import { Inject, Injectable } from '@nestjs/common';
import type { EventOf } from '@sixpence/contracts/events/events';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed } from '../../platform/database/sql.js';
import { LOGGER } from '../../platform/process/logger.js';
import { fileNames } from '../storage/file-names.js';
import { StorageService } from '../storage/storage.service.js';
import { lockDocument } from './revisions.query.js';

type Report = EventOf<'print.document.converted'>;

/**
 * The files that conversions made. Each has a row while it is stored; the row counts in the owner's quota.
 */
@Injectable()
export class ConvertedFilesService {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records a stored file; a file that is sent again replaces the first. */
  async recordStored(
    tx: EntityManager,
    file: {
      documentId: string;
      revision: number;
      conversionId: string;
      kind: 'normalised' | 'images';
      byteLength: number;
    },
  ): Promise<void> {
    await changed(
      tx,
      `INSERT INTO converted_files (document_id, revision, conversion_id, kind, byte_length)
       VALUES (:documentId, :revision, :conversionId, :kind, :byteLength)
       ON CONFLICT (document_id, revision, conversion_id, kind) DO UPDATE
         SET byte_length = excluded.byte_length`,
      file,
    );
  }

  /**
   * Verifies a converter's report: both files exist with the reported lengths, and a page selection has as
   * many pages as were chosen. Core never opens a PDF, because only the converter's fenced process may do
   * that. So it cannot count the pages of the PDF, and checks the length of the images of all pages instead.
   * @throws Refusal `storage.unknown`, `storage.differs`
   */
  async verifyReport(report: Report, keepPages: readonly number[] | null): Promise<void> {
    const { documentId, revision, conversionId, pages, byteLength } = report;
    const images = pages.reduce((sum, { tileBytes, imageBytes }) => sum + tileBytes + imageBytes, 0);
    const lengths = [
      ['normalised', byteLength],
      ['images', images],
    ] as const;
    for (const [kind, reported] of lengths) {
      const stored = await this.storage.openFile(documentId, fileNames[kind](revision, conversionId));
      if (stored.byteLength !== reported) throw differs(`bytes of ${kind}`, stored.byteLength, reported);
    }
    if (keepPages !== null && keepPages.length !== pages.length)
      throw differs('pages', keepPages.length, pages.length);
  }

  /** Removes the files of attempts that did not count; for a failed revision, the files of all attempts. */
  async removeUnusedFiles(documentId: string, revision: number): Promise<void> {
    const removing = this.database.transaction(async (tx) => {
      await lockDocument(tx, documentId);
      const unused = await all<{ conversionId: string }>(
        tx,
        `SELECT DISTINCT f.conversion_id
         FROM converted_files f JOIN document_revisions r USING (document_id, revision)
         WHERE document_id = :documentId AND revision = :revision AND r.state IN ('ready', 'failed')
           AND f.conversion_id IS DISTINCT FROM r.conversion_id`,
        { documentId, revision },
      );
      for (const { conversionId } of unused) {
        await this.storage.removeFile({ documentId, name: fileNames.conversion(revision, conversionId) });
        await changed(
          tx,
          `DELETE FROM converted_files
           WHERE document_id = :documentId AND revision = :revision AND conversion_id = :conversionId`,
          { documentId, revision, conversionId },
        );
      }
    });
    await removing.catch((error: unknown) => {
      this.logger.warn(
        { err: error, documentId, revision },
        'unused files of conversions could not be removed, and count in the quota until their document ends',
      );
    });
  }
}

function differs(what: string, stored: number, reported: number): Refusal {
  return new Refusal('storage.differs', `A conversion made ${stored} ${what}, and reported ${reported}.`);
}
