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
 * Bytes of documents that arrive together with others, by a later call that any core may answer: until then they lie in
 * their place, their documents are not listed, and their hour goes on.
 */
@Injectable()
export class HeldFilesService {
  constructor(
    private readonly database: DataSource,
    private readonly arrivals: ArrivalsService,
  ) {}

  /**
   * Takes in the bytes of an expected document. Sent again they take the place of those before, until it arrives; then
   * the same ones are welcome.
   * @throws Refusal `storage.unknown`, `storage.differs`, `storage.full`, `storage.too-large`; whatever `bytes` throws
   */
  async hold(documentId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const staged = await this.arrivals.stage(documentId, bytes);
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
          `INSERT INTO held_files (document_id, byte_length, digest) VALUES (:documentId, :byteLength, :digest)
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
   * From here on these documents are there, together with what `also` does, or none of them (`ArrivalsService.arrive`).
   * @throws Refusal `storage.unknown` when the bytes of one are not held, or it is gone; `document.quota`
   */
  async arrive(documentIds: readonly string[], also: (tx: EntityManager) => Promise<void>): Promise<void> {
    const held = await all<HeldFile>(
      this.database,
      'SELECT document_id, byte_length::float8 AS byte_length, digest FROM held_files WHERE document_id = ANY(:documentIds)',
      { documentIds },
    );
    const files = documentIds.map((documentId) => {
      const file = held.find((one) => one.documentId === documentId);
      if (!file) throw unknownFile();
      const { byteLength, digest } = file;
      const place = { documentId, name: fileNames.original(1) };
      return { file: place, byteLength, digest, isHeld: true as const, commit: nothing, discard: nothing };
    });
    await this.arrivals.arrive(files, async (tx) => {
      await changed(tx, 'DELETE FROM held_files WHERE document_id = ANY(:documentIds)', { documentIds });
      await also(tx);
    });
  }
}

/** Their bytes lie in their place. */
function nothing(): Promise<void> {
  return Promise.resolve();
}
