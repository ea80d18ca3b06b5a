import type { MigrationInterface, QueryRunner } from 'typeorm';

const takings = "('capture', 'refund', 'dispute')";
const withForfeited = "('capture', 'refund', 'dispute', 'forfeited')";
const kinds = ['hold', 'capture', 'void', 'top-up', 'admin-grant', 'legacy-claim', 'refund', 'dispute'];
const accounts = ['wallet', 'payment-clearing', 'revenue', 'legacy-opening', 'admin-grant', 'dispute-loss'];

/** Somebody who leaves may give up what is left: it goes to an account of its own. */
export class Forfeited1220 implements MigrationInterface {
  readonly name = 'Forfeited1763600001220';

  async up(db: QueryRunner): Promise<void> {
    await allow(db, { kinds: [...kinds, 'forfeited'], accounts: [...accounts, 'forfeited'] });
    await db.query(
      `INSERT INTO ledger_accounts (kind, currency) VALUES ('forfeited', 'GBP'), ('forfeited', 'EUR')`,
    );
    await rewriteCheck(db, { from: takings, to: withForfeited });
  }

  /** Not once somebody has forfeited something: the ledger only grows. */
  async down(db: QueryRunner): Promise<void> {
    await rewriteCheck(db, { from: withForfeited, to: takings });
    await db.query('ALTER TABLE ledger_accounts DISABLE TRIGGER ledger_accounts_append_only');
    await db.query(`DELETE FROM ledger_accounts WHERE kind = 'forfeited'`);
    await db.query('ALTER TABLE ledger_accounts ENABLE TRIGGER ledger_accounts_append_only');
    await allow(db, { kinds, accounts });
  }
}

async function allow(db: QueryRunner, words: { kinds: string[]; accounts: string[] }): Promise<void> {
  const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');
  await db.query(`
    ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check,
      ADD CONSTRAINT transfers_kind_check CHECK (kind IN (${list(words.kinds)}))`);
  await db.query(`
    ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check,
      ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN (${list(words.accounts)}))`);
}

/** The check at commit (migration 1030) knows by its kind which way a transfer goes; the rest of it stays as it is. */
async function rewriteCheck(db: QueryRunner, words: { from: string; to: string }): Promise<void> {
  const [row] = (await db.query(`SELECT pg_get_functiondef('transfer_adds_up'::regproc) AS text`)) as {
    text: string;
  }[];
  const text = row?.text ?? '';
  if (!text.includes(words.from)) throw new Error(`transfer_adds_up does not speak of ${words.from}`);
  await db.query(text.replace(words.from, words.to));
}
