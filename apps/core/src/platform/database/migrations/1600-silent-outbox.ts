import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The outbox wakes nobody: a NOTIFY in a transaction holds one lock of the whole server until it has committed, so that
 * all commits queue. The relay of the process that wrote a row is woken there, the others look each second.
 */
export class SilentOutbox1600 implements MigrationInterface {
  readonly name = 'SilentOutbox1763600001600';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER outbox_wake ON outbox');
    await db.query('DROP FUNCTION outbox_wake');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION outbox_wake() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NOTIFY outbox; RETURN NULL; END $$`);
    await db.query(`
      CREATE TRIGGER outbox_wake AFTER INSERT ON outbox
      FOR EACH STATEMENT EXECUTE FUNCTION outbox_wake()`);
  }
}
