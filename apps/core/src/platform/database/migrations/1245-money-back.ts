import type { MigrationInterface, QueryRunner } from 'typeorm';

const header = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS';

/**
 * What the ledger needs so that money goes back to cards and none is taken twice: kinds for refunds that failed and
 * disputes that were won, one that takes as much as there is, and losses of the service's own.
 */
export class MoneyBack1245 implements MigrationInterface {
  readonly name = 'MoneyBack1763600001245';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      INSERT INTO transfer_kinds (kind, debit, credit) VALUES
        ('refund-failed', 'payment-clearing', 'wallet'),
        ('dispute-won', 'payment-clearing', 'wallet'),
        ('loss-recovered', 'payment-clearing', 'dispute-loss')`);

    // As much as can be spent, and no more than that. Whoever calls it has a row that says that it was called: nothing that
    // was taken leaves no transfer.
    await db.query(`
      CREATE FUNCTION ledger_take(what text, whose uuid, money text, most bigint, once text) RETURNS bigint ${header} $$
      DECLARE
        wallet bigint := ledger_wallet(whose, money);
        taken bigint;
      BEGIN
        IF NOT EXISTS (SELECT FROM transfer_kinds k WHERE k.kind = what AND k.debit = 'wallet' AND NOT k.of_job) THEN
          RAISE EXCEPTION '% takes nothing from a wallet', what;
        END IF;
        SELECT least(most, posted_minor - held_minor) INTO STRICT taken FROM ledger_accounts WHERE id = wallet FOR UPDATE;
        IF EXISTS (SELECT FROM transfers WHERE key = once) THEN
          RAISE EXCEPTION 'The transfer % was there before', once;
        END IF;
        IF taken > 0 THEN PERFORM ledger_post(what, whose, money, taken, once); END IF;
        RETURN greatest(taken, 0);
      END $$`);

    // Between two accounts of the service's own, once for each key; false when the key was used before.
    await db.query(`
      CREATE FUNCTION ledger_book(what text, money text, amount bigint, once text) RETURNS boolean ${header} $$
      BEGIN
        IF NOT EXISTS (SELECT FROM transfer_kinds k WHERE k.kind = what AND 'wallet' NOT IN (k.debit, k.credit)) THEN
          RAISE EXCEPTION '% is nothing of the service alone', what;
        END IF;
        INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key)
        SELECT k.kind, d.id, c.id, money, amount, once FROM transfer_kinds k
        JOIN ledger_accounts d ON d.kind = k.debit AND d.currency = money
        JOIN ledger_accounts c ON c.kind = k.credit AND c.currency = money WHERE k.kind = what
        ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING;
        RETURN FOUND;
      END $$`);
  }

  /** The ledger does not go back. */
  down(): Promise<void> {
    return Promise.reject(new Error('To go back behind this change, restore the backup made before it'));
  }
}
