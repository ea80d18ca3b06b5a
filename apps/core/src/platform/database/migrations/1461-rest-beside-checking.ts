import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rewrite } from './rewritten-function.js';

/**
 * Only jobs at which a printer may be at work keep the rest of a document waiting. One that waits to be checked may do so
 * for a day: until it is settled it says nothing of its pages, and then it is noted like any other.
 */
export class RestBesideChecking1461 implements MigrationInterface {
  readonly name = 'RestBesideChecking1763600001461';

  async up(db: QueryRunner): Promise<void> {
    await rewrite(db, 'leave_out_printed', toWorking);
    await rewrite(db, 'settle_job', toChecked);
  }

  async down(db: QueryRunner): Promise<void> {
    const back = (changes: Changes): Changes => changes.map(([from, to]) => [to, from]);
    await rewrite(db, 'settle_job', back(toChecked));
    await rewrite(db, 'leave_out_printed', back(toWorking));
  }
}

type Changes = [from: string, to: string][];

/** A job that is not settled has neither printed nor missed a page, as far as anybody knows. */
const toWorking: Changes = [
  ['(is_whole AND d.ended_left IS NULL)', '(is_whole IS NOT FALSE AND d.ended_left IS NULL)'],
  [
    'IF d.open_jobs > 0 THEN',
    `IF EXISTS (SELECT FROM jobs o WHERE o.owner_id = d.owner_id AND o.document_id = d.id AND o.settled_at IS NULL
          AND o.state IN ('held', 'printing', 'stalled')) THEN`,
  ],
];

/** The last job at work may have begun to wait: what was noted of the others is decided without it. */
const toChecked: Changes = [
  [
    'IF NOT repeated AND capture IS NOT NULL THEN',
    `IF NOT repeated AND capture IS NULL THEN
        PERFORM FROM documents WHERE id = j.document_id FOR UPDATE;
        PERFORM leave_out_printed(j);
      END IF;
      IF NOT repeated AND capture IS NOT NULL THEN`,
  ],
];
