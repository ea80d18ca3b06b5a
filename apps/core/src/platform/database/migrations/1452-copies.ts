import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rewrite } from './rewritten-function.js';

/** Copies are jobs of one document in one press: each with its own hold, settlement, and place at the printer. */
export class Copies1452 implements MigrationInterface {
  readonly name = 'Copies1763600001452';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE jobs ADD COLUMN copy_number int NOT NULL DEFAULT 1, ADD COLUMN copies int NOT NULL DEFAULT 1,
        ADD CHECK (copy_number BETWEEN 1 AND copies)`);
    await placeCopies(db);
  }

  /** Cores of before could not place a press of several copies. */
  down(): Promise<void> {
    return Promise.reject(new Error('To go back behind this change, restore the backup made before it'));
  }
}

/** A document counts all of its jobs as open. The lines of its copies say the same of it, so that one is looked at. */
async function placeCopies(db: QueryRunner): Promise<void> {
  await rewrite(db, 'place_release', [
    ['SET open_jobs = d.open_jobs + 1', 'SET open_jobs = d.open_jobs + chosen.copies'],
    [
      'FROM jsonb_array_elements(lines) AS line\n      WHERE d.id =',
      `FROM (SELECT DISTINCT ON (l->>'documentId') l AS line, count(*) OVER (PARTITION BY l->>'documentId') AS copies
        FROM jsonb_array_elements(lines) AS l) AS chosen
      WHERE d.id =`,
    ],
    [
      'found_lines <> jsonb_array_length(lines)',
      `found_lines <> (SELECT count(DISTINCT line->>'documentId') FROM jsonb_array_elements(lines) AS line)`,
    ],
    ['revision, file_name,\n', 'revision, file_name, copy_number, copies,\n'],
    [
      `line->>'fileName',`,
      `line->>'fileName',
             coalesce((line->>'copyNumber')::int, 1), coalesce((line->>'copies')::int, 1),`,
    ],
  ]);
}
