import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that people begin at the provider, what it told of them, and who may not begin any. */
export class Payments1240 implements MigrationInterface {
  readonly name = 'Payments1763600001240';

  async up(db: QueryRunner): Promise<void> {
    // The amount is what was asked last, and once it is credited what the provider has received.
    await db.query(`
      CREATE TABLE payments (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL REFERENCES users,
        currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        asked_minor int[] NOT NULL CHECK (cardinality(asked_minor) > 0),
        intent_id text UNIQUE,
        state text NOT NULL CHECK (state IN
          ('asked', 'open', 'given-up', 'processing', 'succeeded', 'canceled', 'withheld')),
        number bigint UNIQUE,
        method text,
        last_four text,
        declines integer NOT NULL DEFAULT 0,
        credited_at timestamptz,
        refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND amount_minor),
        looks integer NOT NULL DEFAULT 0,
        next_look_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        updated_at timestamptz NOT NULL DEFAULT app_now(),
        CHECK ((state = 'succeeded') = (number IS NOT NULL)),
        CHECK ((state = 'succeeded') = (credited_at IS NOT NULL)),
        CHECK (state IN ('asked', 'given-up') OR intent_id IS NOT NULL),
        CHECK (refunded_minor = 0 OR state = 'succeeded')
      )`);
    await db.query(`
      CREATE UNIQUE INDEX payments_one_open ON payments (owner_id) WHERE state IN ('asked', 'open')`);
    await db.query('CREATE INDEX payments_owner ON payments (owner_id, created_at)');
    await db.query(
      'CREATE INDEX payments_to_look_at ON payments (next_look_at) WHERE next_look_at IS NOT NULL',
    );
    await db.query(`
      CREATE TABLE payment_events (
        id text PRIMARY KEY,
        type text NOT NULL,
        received_at timestamptz NOT NULL DEFAULT app_now()
      )`);
    await db.query('CREATE INDEX payment_events_received ON payment_events (received_at)');
    await db.query(`
      CREATE TABLE closed_top_ups (
        owner_id uuid PRIMARY KEY REFERENCES users,
        reason text NOT NULL CHECK (reason <> ''),
        closed_at timestamptz NOT NULL DEFAULT app_now()
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE closed_top_ups, payment_events, payments');
  }
}
