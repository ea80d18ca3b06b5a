import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/money';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { all, one } from '../database/sql.js';
import { LedgerService, type LockedWallet } from './ledger.service.js';
import { TransactionsService } from '../database/transactions.service.js';
import { jobTransferKey, type SettledHold } from './transfer.js';

interface HoldRow {
  id: string;
  currency: Currency;
  amountMinor: number;
  walletId: string;
  ownerId: string;
  availableMinor: number;
}

/** A hold that is to be settled. */
interface Hold {
  id: string;
  held: Money;
  wallet: LockedWallet;
}

/**
 * People's prepaid money. Holds and their settlement run inside the caller's transaction, because they commit together
 * with the job they pay for. Whoever locks other rows as well locks the wallet first.
 */
@Injectable()
export class CreditsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
  ) {}

  /** Locks a person's wallet until the transaction ends. @returns what can be spent */
  async lock(tx: EntityManager, owner: string, currency: Currency): Promise<Money> {
    return (await this.ledger.lockWallet(tx, owner, currency)).available;
  }

  /**
   * Sets credits aside while the printer works; `settleHold` divides them. Asking again for the same job changes
   * nothing: agents retry, people pay once.
   * @throws Refusal `credits.insufficient`
   */
  async hold(tx: EntityManager, job: { jobId: string; owner: string; price: Money }): Promise<void> {
    const { jobId, owner, price } = job;
    const wallet = await this.ledger.lockWallet(tx, owner, price.currency);
    if (wallet.available.minor < price.minor && !(await isHeld(tx, jobId))) {
      throw new Refusal('credits.insufficient', 'The balance does not cover these pages.');
    }
    await this.ledger.post(tx, { key: jobTransferKey(jobId, 'hold'), kind: 'hold', wallet, amount: price });
  }

  /**
   * Divides a job's hold: `capture` goes to revenue, the rest back to the wallet, both in one go. Asking again answers
   * how it was divided the first time.
   * @throws RangeError when more is to be captured than was held: pages beyond the hold were never agreed to
   */
  async settleHold(tx: EntityManager, job: { jobId: string; capture: Money }): Promise<SettledHold> {
    const { jobId, capture } = job;
    const hold = await lockHold(tx, jobId);
    if (!hold) throw new Error(`Job ${jobId} has no hold to settle`);
    const { held, wallet } = hold;
    const earlier = await settlementOf(tx, hold.id, held);
    if (earlier) return earlier;

    if (capture.currency !== held.currency || capture.minor < 0 || capture.minor > held.minor) {
      throw new RangeError(`Job ${jobId} cannot capture ${capture.minor} of ${held.minor} held`);
    }
    const returned = money(held.minor - capture.minor, held.currency);
    await this.divide(tx, { jobId, holdId: hold.id, wallet, captured: capture, returned });
    return { captured: capture, returned };
  }

  private async divide(
    tx: EntityManager,
    parts: { jobId: string; holdId: string; wallet: LockedWallet } & SettledHold,
  ): Promise<void> {
    const { jobId, holdId, wallet, captured, returned } = parts;
    const settle = async (kind: 'capture' | 'void', amount: Money) => {
      const written = await this.ledger.post(tx, {
        key: jobTransferKey(jobId, kind),
        kind,
        wallet,
        amount,
        holdId,
      });
      if (!written) throw new Error(`Job ${jobId} has a ${kind} that does not settle its hold`);
    };
    if (captured.minor > 0) await settle('capture', captured);
    // A hold of nothing is voided too: every settled hold has a transfer that says so.
    if (returned.minor > 0 || captured.minor === 0) await settle('void', returned);
  }

  /**
   * An operator's gift or correction; people see it as "Top Up Admin", the reason stands in the audit. The same key
   * credits once.
   * @returns false when the key was used before
   */
  async grant(grant: {
    owner: string;
    amount: Money;
    key: string;
    reason: string;
    actor?: string;
  }): Promise<boolean> {
    const { owner, amount, key, reason, actor = 'operator' } = grant;
    if (amount.minor <= 0) throw new RangeError('A grant is more than nothing');
    return this.transactions.run(async (tx) => {
      const wallet = await this.ledger.lockWallet(tx, owner, amount.currency);
      const written = await this.ledger.post(tx, { key, kind: 'admin-grant', wallet, amount });
      if (written) await this.audit.record(tx, { actor, act: 'credit add', subject: owner, reason });
      return written;
    });
  }

  /**
   * A balance of the previous version moves to whoever has proven its address, in the transaction of that proof.
   * @throws Error when the key was used before: a balance moves once
   */
  async carryOver(tx: EntityManager, balance: { owner: string; amount: Money; key: string }): Promise<void> {
    const { owner, amount, key } = balance;
    const wallet = await this.ledger.lockWallet(tx, owner, amount.currency);
    const written = await this.ledger.post(tx, { key, kind: 'legacy-claim', wallet, amount });
    if (!written) throw new Error(`The transfer ${key} was there before`);
  }

  /** What a person can spend in one currency: posted less what is set aside. */
  async available(owner: string, currency: Currency): Promise<Money> {
    const wallets = await this.wallets(owner);
    return wallets.find((wallet) => wallet.currency === currency) ?? money(0, currency);
  }

  /** What can be spent in every wallet a person has. */
  async wallets(owner: string): Promise<Money[]> {
    const rows = await all<{ currency: Currency; availableMinor: number }>(
      this.database,
      `SELECT currency, posted_minor - held_minor AS available_minor FROM ledger_accounts
       WHERE kind = 'wallet' AND owner_id = :owner ORDER BY currency DESC`,
      { owner },
    );
    return rows.map(({ availableMinor, currency }) => money(availableMinor, currency));
  }
}

/** Whether this job has its hold already: what can be spent is then less by its price, and must not be asked for again. */
async function isHeld(tx: EntityManager, jobId: string): Promise<boolean> {
  const key = jobTransferKey(jobId, 'hold');
  return (await one(tx, 'SELECT 1 FROM transfers WHERE key = :key', { key })) !== undefined;
}

/** The hold of a job, with its wallet locked. */
async function lockHold(tx: EntityManager, jobId: string): Promise<Hold | undefined> {
  const row = await one<HoldRow>(
    tx,
    `SELECT hold.id, hold.currency, hold.amount_minor, hold.wallet_id, wallet.owner_id,
            wallet.posted_minor - wallet.held_minor AS available_minor
     FROM transfers hold JOIN ledger_accounts wallet ON wallet.id = hold.wallet_id
     WHERE hold.key = :key FOR UPDATE OF wallet`,
    { key: jobTransferKey(jobId, 'hold') },
  );
  if (!row) return undefined;
  const { id, currency, walletId, ownerId } = row;
  const available = money(row.availableMinor, currency);
  return { id, held: money(row.amountMinor, currency), wallet: { id: walletId, owner: ownerId, available } };
}

async function settlementOf(
  tx: EntityManager,
  holdId: string,
  held: Money,
): Promise<SettledHold | undefined> {
  const rows = await all<{ kind: 'capture' | 'void'; amountMinor: number }>(
    tx,
    'SELECT kind, amount_minor FROM transfers WHERE hold_id = :holdId',
    { holdId },
  );
  if (rows.length === 0) return undefined;
  const captured = rows.find((row) => row.kind === 'capture')?.amountMinor ?? 0;
  return {
    captured: money(captured, held.currency),
    returned: money(held.minor - captured, held.currency),
  };
}
