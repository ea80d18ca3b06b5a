import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of a parked message so much is kept as tells what it was. One that was cut cannot be handled again. */
export class KeptParkedMessages1655 implements MigrationInterface {
  readonly name = 'KeptParkedMessages1763600001655';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE parked_messages ADD COLUMN is_whole boolean NOT NULL DEFAULT true');
    // A letter has four bytes at most.
    await db.query(`
      UPDATE parked_messages SET payload = left(payload, 512), is_whole = false WHERE octet_length(payload) > 2048`);
    await db.query(`
      ALTER TABLE parked_messages ALTER COLUMN is_whole DROP DEFAULT,
        ADD CONSTRAINT parked_messages_payload_check CHECK (octet_length(payload) <= 2048)`);
    await db.query('CREATE INDEX parked_messages_parked ON parked_messages (parked_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX parked_messages_parked');
    await db.query(`
      ALTER TABLE parked_messages DROP CONSTRAINT parked_messages_payload_check, DROP COLUMN is_whole`);
  }
}
