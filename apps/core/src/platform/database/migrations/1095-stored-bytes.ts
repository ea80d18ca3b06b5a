import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What counts to a person's quota besides originals: bytes that are being received, and the files that conversions made.
 * The length of the PDFs that are there already is written nowhere; they end within 72 hours and count as nothing.
 */
export class StoredBytes1095 implements MigrationInterface {
  readonly name = 'StoredBytes1763600001095';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE documents ADD COLUMN receiving_bytes bigint NOT NULL DEFAULT 0 CHECK (receiving_bytes >= 0)',
    );
    await db.query(`
      CREATE TABLE converted_files (
        document_id uuid NOT NULL,
        revision int NOT NULL,
        conversion_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('normalised', 'images')),
        byte_length bigint NOT NULL CHECK (byte_length >= 0),
        PRIMARY KEY (document_id, revision, conversion_id, kind),
        FOREIGN KEY (document_id, revision) REFERENCES document_revisions ON DELETE CASCADE
      )`);
    await db.query(`
      INSERT INTO converted_files (document_id, revision, conversion_id, kind, byte_length)
      SELECT document_id, revision, conversion_id, 'images', (
        SELECT coalesce(sum((page ->> 'tileBytes')::bigint + (page ->> 'imageBytes')::bigint), 0)
        FROM jsonb_array_elements(pages) AS page)
      FROM document_revisions WHERE state = 'ready'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE converted_files');
    await db.query('ALTER TABLE documents DROP COLUMN receiving_bytes');
  }
}
