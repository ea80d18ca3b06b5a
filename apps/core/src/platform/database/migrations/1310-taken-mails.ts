import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bytes of documents that arrive together later, and the mails that brought them. */
export class TakenMails1310 implements MigrationInterface {
  readonly name = 'TakenMails1763600001310';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE held_files (
        document_id uuid PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
        byte_length bigint NOT NULL,
        digest bytea NOT NULL
      );
      CREATE TABLE taken_mails (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        digest bytea NOT NULL,
        document_ids uuid[] NOT NULL,
        begun_at timestamptz NOT NULL DEFAULT app_now(),
        done_at timestamptz,
        CONSTRAINT taken_mails_once UNIQUE (owner_id, digest)
      );
      CREATE INDEX taken_mails_begun ON taken_mails (begun_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE taken_mails; DROP TABLE held_files');
  }
}
