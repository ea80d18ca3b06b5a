import type { MigrationInterface, QueryRunner } from 'typeorm';
import { definitionOf, replaced, rewrite } from './rewritten-function.js';

/**
 * What a statement says of a job, for years: which pages have the price of colour, how many of both were paid for, and
 * when, which is the moment of its settlement exactly, so that statement and ledger add up for any period.
 */
export class CountedPages1450 implements MigrationInterface {
  readonly name = 'CountedPages1763600001450';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE jobs ADD COLUMN color_pages int[] NOT NULL DEFAULT '{}',
        ADD COLUMN captured_pages int, ADD COLUMN captured_color_pages int`);
    await fillJobsOfBefore(db);
    await db.query(`
      ALTER TABLE jobs
        ADD CHECK ((settled_at IS NULL) = (captured_pages IS NULL) AND (settled_at IS NULL) = (captured_color_pages IS NULL)),
        ADD CHECK (captured_color_pages BETWEEN 0 AND captured_pages AND captured_pages <= cardinality(unit_prices))`);
    await addIndexes(db);
    await tellWhenSettled(db);
    await keepColorPages(db);
    await countPages(db);
  }

  /** Cores of before could not settle with what is written since. */
  down(): Promise<void> {
    return Promise.reject(new Error('To go back behind this change, restore the backup made before it'));
  }
}

/** Of those in colour, pages with the colour price of their day count as colour. */
async function fillJobsOfBefore(db: QueryRunner): Promise<void> {
  await db.query(`
    WITH dear AS (
      SELECT j.id, (SELECT CASE j.side WHEN '2-Sided' THEN l.color_two_sided_minor ELSE l.color_one_sided_minor END
        FROM price_lists l WHERE l.site_id = p.site_id AND l.valid_from <= j.created_at
        ORDER BY l.valid_from DESC LIMIT 1) AS price
      FROM jobs j JOIN printers p ON p.id = j.printer_id WHERE j.is_color
    )
    UPDATE jobs j SET color_pages = ARRAY(
      SELECT n FROM unnest(j.unit_prices) WITH ORDINALITY AS page (price, n) WHERE page.price = dear.price ORDER BY n)
    FROM dear WHERE dear.id = j.id`);
  await db.query(`
    UPDATE jobs j SET settled_at = s.created_at, captured_color_pages = 0, captured_pages = CASE
      WHEN j.decided_pages IS NOT NULL THEN j.decided_pages
      WHEN j.state = 'completed' THEN cardinality(j.unit_prices)
      WHEN j.state = 'partial' THEN j.impressions ELSE 0 END
    FROM transfers h JOIN settlements s ON s.hold_id = h.id
    WHERE j.settled_at IS NOT NULL AND h.job_id = j.id AND h.kind = 'hold'`);
  await db.query(`
    UPDATE jobs SET captured_color_pages = (SELECT count(*) FROM unnest(color_pages) AS page WHERE page <= captured_pages)
    WHERE captured_pages > 0 AND color_pages <> '{}'`);
}

/** A statement reads both newest first, a page at a time. */
async function addIndexes(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE INDEX jobs_of_wallet ON jobs (owner_id, currency, settled_at, id) WHERE settled_at IS NOT NULL`);
  await db.query(
    `CREATE INDEX transfers_besides_holds ON transfers (wallet_id, created_at, id) WHERE kind <> 'hold'`,
  );
}

async function tellWhenSettled(db: QueryRunner): Promise<void> {
  await db.query('DROP FUNCTION ledger_settle');
  await db.query(`
    CREATE FUNCTION ledger_settle(job uuid, capture bigint, OUT captured bigint, OUT returned bigint, OUT available bigint,
      OUT repeated boolean, OUT settled_at timestamptz)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      hold transfers;
    BEGIN
      SELECT * INTO hold FROM transfers WHERE job_id = job AND kind = 'hold';
      IF NOT FOUND THEN RAISE EXCEPTION 'Job % has no hold to settle', job; END IF;
      INSERT INTO settlements (hold_id, held_minor, captured_minor, returned_minor)
      VALUES (hold.id, hold.amount_minor, capture, hold.amount_minor - capture)
      ON CONFLICT (hold_id) DO NOTHING RETURNING created_at INTO settled_at;
      repeated := NOT FOUND;
      IF repeated THEN
        SELECT s.captured_minor, s.returned_minor, w.posted_minor - w.held_minor, s.created_at
        INTO STRICT captured, returned, available, settled_at
        FROM settlements s, ledger_accounts w WHERE s.hold_id = hold.id AND w.id = hold.debit_id;
        RETURN;
      END IF;
      captured := capture;
      returned := hold.amount_minor - capture;
      UPDATE ledger_accounts SET posted_minor = posted_minor - capture, held_minor = held_minor - hold.amount_minor
      WHERE id = hold.debit_id RETURNING posted_minor - held_minor INTO STRICT available;
    END $$`);
}

/** A line without `colorPages` has none. */
async function keepColorPages(db: QueryRunner): Promise<void> {
  await rewrite(db, 'place_release', [
    ['unit_prices, held_minor)', 'unit_prices, color_pages, held_minor)'],
    [
      `ARRAY(SELECT jsonb_array_elements_text(line->'unitPrices')::int),`,
      `ARRAY(SELECT jsonb_array_elements_text(line->'unitPrices')::int),
             ARRAY(SELECT jsonb_array_elements_text(line->'colorPages')::int),`,
    ],
  ]);
}

/** `settle_job()` is told how many pages it captures the price of. */
async function countPages(db: QueryRunner): Promise<void> {
  const before = await definitionOf(db, 'settle_job');
  await db.query('DROP FUNCTION settle_job');
  await db.query(
    replaced(before, [
      ['end_counting text, capture bigint', 'end_counting text, pages integer, capture bigint'],
      ['was_settled boolean;', 'was_settled boolean;\n      moment timestamptz;'],
      [
        'INTO captured, returned, available, was_settled FROM',
        'INTO captured, returned, available, was_settled, moment FROM',
      ],
      ['settled_at = CASE WHEN capture IS NOT NULL THEN app_now() END', 'settled_at = moment'],
      [
        'returned_minor = returned,',
        `returned_minor = returned, captured_pages = pages,
          captured_color_pages = CASE WHEN pages IS NOT NULL THEN
            (SELECT count(*) FROM unnest(j.color_pages) AS page WHERE page <= pages) END,`,
      ],
    ]),
  );
}
