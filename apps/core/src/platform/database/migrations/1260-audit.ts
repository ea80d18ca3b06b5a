import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has done what to whom, and why. */
export class Audit1260 implements MigrationInterface {
  readonly name = 'Audit1763600001260';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE audit (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT app_now(),
        actor text NOT NULL CHECK (actor <> ''),
        act text NOT NULL CHECK (act <> ''),
        subject text NOT NULL CHECK (subject <> ''),
        reason text NOT NULL CHECK (reason <> '')
      )`);
    await db.query('CREATE INDEX audit_subject ON audit (subject, id)');
    await db.query(`
      CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'The audit is append-only: % is refused', TG_OP; END $$`);
    await db.query(`
      CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit
      FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()`);
    await db.query(`
      CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
      FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE audit');
    await db.query('DROP FUNCTION audit_is_append_only');
  }
}
