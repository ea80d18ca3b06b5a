import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sourceFolder } from '../source-folder.js';

/** The schema of version 0.2.0, from 0.2.0-baseline.sql. */
export class Baseline2000 implements MigrationInterface {
  readonly name = 'Baseline1763600002000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(readFileSync(new URL('0.2.0-baseline.sql', sourceFolder(import.meta.url)), 'utf8'));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is nothing before version 0.2.0: drop the database'));
  }
}
