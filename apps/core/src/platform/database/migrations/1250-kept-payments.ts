import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was credited stays as it was credited, whoever writes: a receipt stands on it. Payments move forward only, as
 * `payment-state.ts` says.
 */
export class KeptPayments1250 implements MigrationInterface {
  readonly name = 'KeptPayments1763600001250';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION ledger_keeps_payments() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'UPDATE' THEN
          RAISE EXCEPTION 'Payments stay: % is refused', TG_OP;
        END IF;
        IF (NEW.id, NEW.owner_id, NEW.currency, NEW.created_at) IS DISTINCT FROM
           (OLD.id, OLD.owner_id, OLD.currency, OLD.created_at) THEN
          RAISE EXCEPTION 'What payment % was begun as stays', OLD.id;
        END IF;
        IF NEW.state <> OLD.state AND NOT (CASE OLD.state
             WHEN 'asked' THEN true
             WHEN 'open' THEN NEW.state <> 'asked'
             WHEN 'processing' THEN NEW.state NOT IN ('asked', 'open')
             WHEN 'given-up' THEN NEW.state NOT IN ('asked', 'open')
             ELSE false END) THEN
          RAISE EXCEPTION 'Payment % does not go from % to %', OLD.id, OLD.state, NEW.state;
        END IF;
        IF OLD.state = 'succeeded'
           AND (NEW.amount_minor, NEW.asked_minor, NEW.intent_id, NEW.number, NEW.credited_at) IS DISTINCT FROM
               (OLD.amount_minor, OLD.asked_minor, OLD.intent_id, OLD.number, OLD.credited_at) THEN
          RAISE EXCEPTION 'What payment % was credited as stays', OLD.id;
        END IF;
        RETURN NEW;
      END $$`);
    await db.query(`
      CREATE TRIGGER payments_keep_what_was_credited BEFORE UPDATE OR DELETE ON payments
      FOR EACH ROW EXECUTE FUNCTION ledger_keeps_payments()`);
    await db.query(`
      CREATE TRIGGER payments_no_truncate BEFORE TRUNCATE ON payments
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_payments()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER payments_no_truncate ON payments');
    await db.query('DROP TRIGGER payments_keep_what_was_credited ON payments');
    await db.query('DROP FUNCTION ledger_keeps_payments()');
  }
}
