import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed } from '../platform/database/sql.js';
import { lockedRevision } from './preparation/revisions.query.js';
import { fileNames } from './storage/file-names.js';
import { unknownFile } from './storage/storage.service.js';
import { ArrivalsService } from './arrivals.service.js';
import { mustBeSame } from './same-bytes.js';

interface HeldFile {
  documentId: string;
  byteLength: number;
  digest: Buffer;
}

/**
 * Keeps the bytes of a mail's documents until a later call, to any core, completes all of their arrivals
 * together. Until then the bytes are stored under their final names, the documents are not listed, and they
 * expire after their hour.
 */
@Injectable()
export class HeldFilesService {
  constructor(
    private readonly database: DataSource,
    private readonly arrivals: ArrivalsService,
  ) {}

  /**
   * Stores the bytes of an expected document. Until the document arrives, bytes that are sent again replace
   * the earlier ones; afterwards only identical bytes are accepted.
   * @throws Refusal `storage.unknown`, `storage.differs`, `storage.full`, `storage.too-large`; the errors of
   *   `bytes`
   */
  async holdFile(documentId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const staged = await this.arrivals.stageBytes(documentId, bytes);
    try {
      await this.database.transaction(async (tx) => {
        const row = await lockedRevision(tx, documentId, 1);
        if (!row) throw unknownFile();
        if (row.state !== 'awaiting-upload') {
          mustBeSame(row.digest, staged.digest);
          return;
        }
        await staged.commit();
        await changed(
          tx,
          `INSERT INTO held_files (document_id, byte_length, digest)
            VALUES (:documentId, :byteLength, :digest)
           ON CONFLICT (document_id) DO UPDATE
             SET byte_length = excluded.byte_length, digest = excluded.digest`,
          { documentId, byteLength: staged.byteLength, digest: staged.digest },
        );
      });
    } finally {
      await staged.discard();
    }
  }

  /**
   * Completes the arrival of all of these documents or of none, in one transaction with `also`
   * (`ArrivalsService.completeArrivals`).
   * @throws Refusal `storage.unknown` when bytes are missing or a document is deleted or expired;
   *   `document.quota`
   */
  async completeHeldArrivals(
    documentIds: readonly string[],
    also: (tx: EntityManager) => Promise<void>,
  ): Promise<void> {
    const held = await all<HeldFile>(
      this.database,
      'SELECT document_id, byte_length::float8 AS byte_length, digest FROM held_files WHERE document_id = ANY(:documentIds)',
      { documentIds },
    );
    const files = documentIds.map((documentId) => {
      const file = held.find((one) => one.documentId === documentId);
      if (!file) throw unknownFile();
      const { byteLength, digest } = file;
      const name = { documentId, name: fileNames.original(1) };
      return { file: name, byteLength, digest, isHeld: true as const, commit: doNothing, discard: doNothing };
    });
    await this.arrivals.completeArrivals(files, async (tx) => {
      await changed(tx, 'DELETE FROM held_files WHERE document_id = ANY(:documentIds)', { documentIds });
      await also(tx);
    });
  }
}

/** Held bytes are stored under their final names already. */
function doNothing(): Promise<void> {
  return Promise.resolve();
}
