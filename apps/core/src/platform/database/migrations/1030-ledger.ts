import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The double-entry ledger. The rules that must never break stand in the database itself: rows are only added, every
 * transfer sums to zero in one currency, no wallet spends what it has not got, no hold is settled twice or by halves.
 */
export class Ledger1030 implements MigrationInterface {
  readonly name = 'Ledger1763600001030';

  async up(db: QueryRunner): Promise<void> {
    await createTables(db);
    await forbidChanges(db);
    await checkTransfersAtCommit(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE postings, transfers, ledger_accounts');
    await db.query('DROP FUNCTION ledger_is_append_only, ledger_wallet_keeps_identity, transfer_adds_up');
  }
}

async function createTables(db: QueryRunner): Promise<void> {
  // Only wallets store a balance and are locked; the others are summed, so that no row is hot for everybody.
  await db.query(`
    CREATE TABLE ledger_accounts (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind IN
        ('wallet', 'payment-clearing', 'revenue', 'legacy-opening', 'admin-grant', 'dispute-loss')),
      owner_id uuid REFERENCES users,
      currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
      posted_minor bigint CHECK (posted_minor >= 0),
      held_minor bigint CHECK (held_minor >= 0),
      CONSTRAINT ledger_accounts_never_negative CHECK (posted_minor - held_minor >= 0),
      CHECK ((kind = 'wallet') = (owner_id IS NOT NULL)),
      CHECK ((kind = 'wallet') = (posted_minor IS NOT NULL AND held_minor IS NOT NULL)),
      UNIQUE (id, currency)
    )`);
  await db.query(
    `CREATE UNIQUE INDEX ledger_wallets ON ledger_accounts (owner_id, currency) WHERE kind = 'wallet'`,
  );
  await db.query(
    `CREATE UNIQUE INDEX ledger_system_accounts ON ledger_accounts (kind, currency) WHERE kind <> 'wallet'`,
  );
  await db.query(`
    INSERT INTO ledger_accounts (kind, currency)
    SELECT kind, currency
    FROM unnest(ARRAY['payment-clearing', 'revenue', 'legacy-opening', 'admin-grant', 'dispute-loss']) AS kind,
         unnest(ARRAY['GBP', 'EUR']) AS currency`);

  await db.query(`
    CREATE TABLE transfers (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      key text NOT NULL UNIQUE,
      kind text NOT NULL CHECK (kind IN
        ('hold', 'capture', 'void', 'top-up', 'admin-grant', 'legacy-claim', 'refund', 'dispute')),
      wallet_id uuid NOT NULL,
      currency text NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
      hold_id uuid REFERENCES transfers,
      note text,
      created_at timestamptz NOT NULL DEFAULT app_now(),
      CHECK ((kind IN ('capture', 'void')) = (hold_id IS NOT NULL)),
      UNIQUE (id, currency),
      FOREIGN KEY (wallet_id, currency) REFERENCES ledger_accounts (id, currency)
    )`);
  await db.query(
    `CREATE UNIQUE INDEX transfers_settle_once ON transfers (hold_id, kind) WHERE hold_id IS NOT NULL`,
  );
  await db.query(`CREATE INDEX transfers_wallet ON transfers (wallet_id, sequence)`);

  // The two foreign keys carry the currency, so a transfer can only touch accounts of its own.
  await db.query(`
    CREATE TABLE postings (
      transfer_id uuid NOT NULL,
      account_id uuid NOT NULL,
      currency text NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
      PRIMARY KEY (transfer_id, account_id),
      FOREIGN KEY (transfer_id, currency) REFERENCES transfers (id, currency),
      FOREIGN KEY (account_id, currency) REFERENCES ledger_accounts (id, currency)
    )`);
  await db.query(`CREATE INDEX postings_account ON postings (account_id)`);
}

async function forbidChanges(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'The ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME; END $$`);
  for (const table of ['transfers', 'postings']) {
    await db.query(`
      CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()`);
  }
  await db.query(`
    CREATE TRIGGER ledger_accounts_append_only BEFORE DELETE ON ledger_accounts
    FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()`);
  for (const table of ['transfers', 'postings', 'ledger_accounts']) {
    await db.query(`
      CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only()`);
  }

  await db.query(`
    CREATE FUNCTION ledger_wallet_keeps_identity() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.kind <> 'wallet' OR (OLD.id, OLD.kind, OLD.owner_id, OLD.currency)
         IS DISTINCT FROM (NEW.id, NEW.kind, NEW.owner_id, NEW.currency) THEN
        RAISE EXCEPTION 'The ledger is append-only: only the stored balance of a wallet changes';
      END IF;
      RETURN NEW;
    END $$`);
  await db.query(`
    CREATE TRIGGER ledger_accounts_keep_identity BEFORE UPDATE ON ledger_accounts
    FOR EACH ROW EXECUTE FUNCTION ledger_wallet_keeps_identity()`);
}

/** Checked when the transaction commits, because a transfer and its postings are several rows. */
async function checkTransfersAtCommit(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION transfer_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      transfer transfers;
      hold transfers;
      total bigint;
      of_wallet bigint;
      expected bigint;
    BEGIN
      SELECT * INTO STRICT transfer FROM transfers
      WHERE id = CASE TG_TABLE_NAME WHEN 'transfers' THEN to_jsonb(NEW)->>'id'
                                    ELSE to_jsonb(NEW)->>'transfer_id' END::uuid;

      SELECT coalesce(sum(amount_minor), 0),
             coalesce(sum(amount_minor) FILTER (WHERE account_id = transfer.wallet_id), 0)
      INTO total, of_wallet FROM postings WHERE transfer_id = transfer.id;
      IF total <> 0 THEN
        RAISE EXCEPTION 'Transfer % sums to %, not to zero', transfer.key, total;
      END IF;
      expected := CASE
        WHEN transfer.kind IN ('hold', 'void') THEN 0
        WHEN transfer.kind IN ('capture', 'refund', 'dispute') THEN -transfer.amount_minor
        ELSE transfer.amount_minor END;
      IF of_wallet <> expected THEN
        RAISE EXCEPTION 'Transfer % posts % to its wallet instead of %', transfer.key, of_wallet, expected;
      END IF;

      IF transfer.hold_id IS NOT NULL THEN
        SELECT * INTO STRICT hold FROM transfers WHERE id = transfer.hold_id;
        SELECT sum(amount_minor) INTO total FROM transfers WHERE hold_id = hold.id;
        IF hold.kind <> 'hold' OR hold.wallet_id <> transfer.wallet_id OR total <> hold.amount_minor THEN
          RAISE EXCEPTION 'Transfer % does not settle its hold exactly', transfer.key;
        END IF;
      END IF;
      RETURN NULL;
    END $$`);
  for (const table of ['transfers', 'postings']) {
    await db.query(`
      CREATE CONSTRAINT TRIGGER ${table}_add_up AFTER INSERT ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION transfer_adds_up()`);
  }
}
