import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The service's clock, the outbox, and what was parked. */
export class Foundation1000 implements MigrationInterface {
  readonly name = 'Foundation1763600001000';

  async up(db: QueryRunner): Promise<void> {
    // Lifetimes ask app_now(), so that tests can live through 72 hours without touching a row. The table stays empty
    // everywhere else.
    await db.query(`
      CREATE TABLE clock_shift (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        shift interval NOT NULL
      )`);
    await db.query(`
      CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS
      $$ SELECT clock_timestamp() + coalesce((SELECT shift FROM clock_shift), interval '0') $$`);

    await db.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        sequence bigint GENERATED ALWAYS AS IDENTITY,
        subject text NOT NULL,
        body jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        published_at timestamptz
      )`);
    await db.query(`CREATE INDEX outbox_waiting ON outbox (sequence) WHERE published_at IS NULL`);
    await db.query(`CREATE INDEX outbox_age ON outbox (created_at)`);
    await db.query(`
      CREATE FUNCTION outbox_wake() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NOTIFY outbox; RETURN NULL; END $$`);
    await db.query(`
      CREATE TRIGGER outbox_wake AFTER INSERT ON outbox
      FOR EACH STATEMENT EXECUTE FUNCTION outbox_wake()`);

    await db.query(`
      CREATE TABLE parked_messages (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        durable text NOT NULL,
        subject text NOT NULL,
        payload text NOT NULL,
        error text NOT NULL,
        tries int NOT NULL,
        parked_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE parked_messages, outbox, clock_shift');
    await db.query('DROP FUNCTION outbox_wake, app_now');
  }
}
