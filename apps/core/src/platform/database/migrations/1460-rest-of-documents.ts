import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rewrite } from './rewritten-function.js';

/**
 * What a job has printed and was paid for is left out of its document, in the transaction of the settlement. Pages have
 * the numbers of the original: revisions that choose pages choose them from the first one.
 */
export class RestOfDocuments1460 implements MigrationInterface {
  readonly name = 'RestOfDocuments1763600001460';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE document_revisions ADD COLUMN is_rest boolean NOT NULL DEFAULT false CHECK (NOT is_rest OR based_on = 1)`);
    await db.query(`
      ALTER TABLE documents ADD COLUMN printed_pages int[] NOT NULL DEFAULT '{}',
        ADD COLUMN ended_printed int[], ADD COLUMN ended_left int[]`);
    await db.query('ALTER TABLE jobs ADD COLUMN document_pages int[]');
    await leaveOutPrinted(db);
    await settleAndLeaveOut(db);
    // A press for the whole is refused also when it was priced before the rest of it failed to be prepared.
    await rewrite(db, 'place_release', [
      [`newer.state <> 'failed')`, `(newer.state <> 'failed' OR newer.is_rest))`],
    ]);
  }

  /** Documents of which a part was printed would be offered as a whole again. */
  down(): Promise<void> {
    return Promise.reject(new Error('To go back behind this change, restore the backup made before it'));
  }
}

/**
 * `j` has just been settled, and its document's row is locked. While other jobs have the document in hand, what came out
 * and what did not is noted; with the last of them, pages are left out that came out and that no copy lacks: of several
 * copies, the one with the most left decides. Jobs that are complete leave nothing out: what is printed as a whole can be
 * printed as a whole again.
 */
async function leaveOutPrinted(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION leave_out_printed(j jobs) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      d documents;
      newest document_revisions;
      of_job int[] := coalesce(j.document_pages,
        CASE WHEN j.revision = 1 THEN ARRAY(SELECT generate_series(1, cardinality(j.unit_prices))) END);
      is_whole boolean := j.captured_pages = cardinality(j.unit_prices);
      printed int[];
      missing int[];
      wanted int[];
      rest int[];
    BEGIN
      SELECT * INTO d FROM documents WHERE id = j.document_id;
      IF NOT FOUND OR (is_whole AND d.ended_left IS NULL) THEN RETURN; END IF;
      printed := coalesce(d.ended_printed, '{}');
      missing := coalesce(d.ended_left, '{}');
      IF NOT is_whole THEN
        printed := printed || of_job[1:j.captured_pages];
        missing := missing || of_job[j.captured_pages + 1:];
      END IF;
      IF d.open_jobs > 0 THEN
        UPDATE documents SET ended_printed = printed, ended_left = missing WHERE id = d.id;
        RETURN;
      END IF;

      printed := ARRAY(SELECT unnest(printed) EXCEPT SELECT unnest(missing) ORDER BY 1);
      UPDATE documents SET ended_printed = NULL, ended_left = NULL,
        printed_pages = ARRAY(SELECT unnest(printed_pages) UNION SELECT unnest(printed) ORDER BY 1)
      WHERE id = d.id AND (ended_left IS NOT NULL OR printed <> '{}');
      IF printed = '{}' OR d.deleted_at IS NOT NULL OR d.expires_at <= app_now() THEN RETURN; END IF;

      -- What the person has chosen meanwhile stays chosen.
      SELECT * INTO newest FROM document_revisions
      WHERE document_id = d.id AND state <> 'failed' ORDER BY revision DESC LIMIT 1;
      wanted := CASE WHEN newest.revision = 1 THEN ARRAY(SELECT generate_series(1, newest.page_count))
        WHEN newest.based_on = 1 THEN newest.keep_pages END;
      rest := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(printed) ORDER BY 1);
      IF rest = '{}' OR rest = wanted THEN RETURN; END IF;
      INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, keep_pages, is_rest)
      SELECT d.id, max(revision) + 1, 'uploaded', 'application/pdf', 1, rest, true
      FROM document_revisions WHERE document_id = d.id;
    END $$`);
}

/** The job keeps the numbers of its pages: the revision that knows them may be forgotten. */
async function settleAndLeaveOut(db: QueryRunner): Promise<void> {
  await rewrite(db, 'settle_job', [
    [
      'returned_minor = returned, captured_pages = pages,',
      `returned_minor = returned, captured_pages = pages,
          document_pages = (SELECT r.keep_pages FROM document_revisions r
            WHERE r.document_id = j.document_id AND r.revision = j.revision AND r.based_on = 1),`,
    ],
    [
      'WHERE id = j.document_id;',
      `WHERE id = j.document_id;
        PERFORM leave_out_printed(j);`,
    ],
  ]);
}
