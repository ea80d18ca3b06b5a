import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refused release keeps the sentence that was told, so that an agent that asks again hears the same. */
export class RefusalSentences1400 implements MigrationInterface {
  readonly name = 'RefusalSentences1763600001400';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE releases ADD COLUMN refused_sentence text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE releases DROP COLUMN refused_sentence');
  }
}
