import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail that waits to be sent, sealed. */
export class OutgoingMail1100 implements MigrationInterface {
  readonly name = 'OutgoingMail1763600001100';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE outgoing_mails (
        id uuid PRIMARY KEY,
        sealed bytea,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        useful_until timestamptz NOT NULL,
        next_try_at timestamptz NOT NULL,
        tries int NOT NULL DEFAULT 0,
        given_up_at timestamptz,
        reason text,
        CHECK ((given_up_at IS NULL) = (sealed IS NOT NULL))
      )`);
    await db.query(
      'CREATE INDEX outgoing_mails_due ON outgoing_mails (next_try_at) WHERE given_up_at IS NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE outgoing_mails');
  }
}
