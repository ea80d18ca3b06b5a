import type { MigrationInterface, QueryRunner } from 'typeorm';

const keysOfACode = 8;
const places = Array.from({ length: keysOfACode }, (_, index) => index + 1);

/**
 * Active codes keep their distance by unique indexes, one for each kind of slip: an active code holds eight keyed hashes
 * (`near`), of which another one that a slip could turn into it would hold one as well. Only active codes hold any.
 * Tries of the whole service are counted in rows of a minute and a stripe, so that nobody waits for one row.
 */
export class CodesApart1420 implements MigrationInterface {
  readonly name = 'CodesApart1763600001420';

  async up(db: QueryRunner): Promise<void> {
    // Nobody knows the digits of the codes that are out, so that they can hold nothing: whoever has one asks again.
    await db.query(`UPDATE print_codes SET state = 'expired' WHERE state = 'active'`);
    await db.query(`
      ALTER TABLE print_codes ADD COLUMN near bigint[],
        ADD CHECK ((state = 'active') = (near IS NOT NULL)),
        ADD CHECK (cardinality(near) = ${keysOfACode} AND array_position(near, NULL) IS NULL)`);
    for (const place of places) {
      await db.query(
        `CREATE UNIQUE INDEX print_codes_apart_${place} ON print_codes ((near[${place}])) WHERE state = 'active'`,
      );
    }
    await db.query('DROP INDEX print_codes_expiry');
    await db.query(`CREATE INDEX print_codes_ending ON print_codes (expires_at) WHERE state = 'active'`);
    await db.query(`CREATE INDEX print_codes_dead ON print_codes (expires_at) WHERE state <> 'active'`);

    await db.query(`
      CREATE TABLE code_tries (
        minute timestamptz NOT NULL,
        stripe int NOT NULL,
        taken int NOT NULL,
        wrong int NOT NULL,
        PRIMARY KEY (minute, stripe)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE code_tries');
    await db.query('DROP INDEX print_codes_ending, print_codes_dead');
    await db.query('CREATE INDEX print_codes_expiry ON print_codes (expires_at)');
    await db.query('ALTER TABLE print_codes DROP COLUMN near');
  }
}
