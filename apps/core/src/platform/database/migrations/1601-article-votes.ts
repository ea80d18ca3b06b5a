import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many found an article of the help useful on a day, and how many did not. */
export class ArticleVotes1601 implements MigrationInterface {
  readonly name = 'ArticleVotes1763600001601';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE article_votes (
        article text NOT NULL,
        day date NOT NULL,
        useful integer NOT NULL CHECK (useful >= 0),
        not_useful integer NOT NULL CHECK (not_useful >= 0),
        PRIMARY KEY (article, day)
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE article_votes');
  }
}
