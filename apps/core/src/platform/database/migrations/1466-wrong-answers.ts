import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which questions of boxes were answered with "wrong code", so that one that comes again is not counted again. */
export class WrongAnswers1466 implements MigrationInterface {
  readonly name = 'WrongAnswers1763600001466';

  async up(db: QueryRunner): Promise<void> {
    // A keyed hash of box, request, and code.
    await db.query(`
      CREATE TABLE wrong_answers (
        hash bytea PRIMARY KEY,
        answered_at timestamptz NOT NULL DEFAULT app_now()
      )`);
    await db.query('CREATE INDEX wrong_answers_answered ON wrong_answers (answered_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE wrong_answers');
  }
}
