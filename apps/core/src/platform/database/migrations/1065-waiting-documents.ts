import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what waits for a converter without looking at every document. */
export class WaitingDocuments1065 implements MigrationInterface {
  readonly name = 'WaitingDocuments1763600001065';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX document_revisions_waiting ON document_revisions (created_at) WHERE state = 'uploaded'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX document_revisions_waiting');
  }
}
