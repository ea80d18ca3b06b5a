import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is in converters' hands is handed to them once more: `print.document.uploaded` used to say so, and they listen to
 * `print.conversion.due` from here on. A revision that was converted meanwhile is settled, so nothing happens twice.
 */
export class DueConversions1085 implements MigrationInterface {
  readonly name = 'DueConversions1763600001085';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      INSERT INTO outbox (subject, body)
      SELECT 'print.conversion.due', jsonb_strip_nulls(jsonb_build_object(
        'documentId', r.document_id, 'revision', r.revision, 'ownerId', d.owner_id,
        'mediaType', r.media_type, 'keepPages', to_jsonb(r.keep_pages)))
      FROM document_revisions r JOIN documents d ON d.id = r.document_id
      WHERE r.state = 'uploaded' AND r.handed_out_at IS NOT NULL AND d.deleted_at IS NULL
      ORDER BY r.handed_out_at`);
  }

  /** Facts are never taken back. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}
