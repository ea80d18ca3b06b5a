import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { hasLeft } from '../../people/users/person-locks.query.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { all, one, type Queries } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { LedgerService } from './ledger.service.js';

/**
 * The prepaid money of people, as other features use it. The SQL functions of releases and jobs place and
 * settle holds.
 */
@Injectable()
export class CreditsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Credits a gift or a correction by staff. The statement shows it as "Top Up Admin"; the audit records the
   * reason.
   * @returns false when the key was used before: the same key credits once
   * @throws RangeError when the amount is not positive
   */
  async grant(grant: {
    owner: string;
    amount: Money;
    key: string;
    reason: string;
    actor?: string;
  }): Promise<boolean> {
    const { owner, amount, key, reason, actor = 'operator' } = grant;
    if (amount.minor <= 0) throw new RangeError('The amount of a grant must be positive');
    return this.transactions.run(async (tx) => {
      const written = await this.ledger.postTransfer(tx, { kind: 'admin-grant', owner, amount, key });
      if (written) await this.audit.recordAct(tx, { actor, act: 'credit add', subject: owner, reason });
      return written;
    });
  }

  /**
   * Credits a payment, once, in the transaction that moves the payment to `succeeded`.
   * @returns false when the payment was credited before
   */
  topUp(tx: EntityManager, payment: { paymentId: string; owner: string; amount: Money }): Promise<boolean> {
    const { paymentId, owner, amount } = payment;
    return this.ledger.postTransfer(tx, { kind: 'top-up', owner, amount, key: `payment:${paymentId}` });
  }

  /**
   * Moves a balance of the previous version to the person who has proven its address, in the transaction of
   * that proof.
   * @throws Error when the key was used before: a balance moves once
   */
  async carryOver(tx: EntityManager, balance: { owner: string; amount: Money; key: string }): Promise<void> {
    const written = await this.ledger.postTransfer(tx, { kind: 'legacy-claim', ...balance });
    if (!written) throw new Error(`The transfer ${balance.key} was made before`);
  }

  /**
   * Gives back a part of the price that a settled job captured. All give-backs of a job together are at most
   * the captured price. The reason is recorded in the audit. A person who has left gets nothing, because they
   * cannot spend it.
   * @returns false when this key was used before
   * @throws Refusal `credits.more-than-captured`, `credits.person-left`
   */
  async giveBack(
    tx: EntityManager,
    job: { jobId: string; owner: string; amount: Money; key: string; actor: string; reason: string },
  ): Promise<boolean> {
    const { actor, reason, ...giveBack } = job;
    // Serialised with leaving by the wallet's row: if leaving wins, this is refused; otherwise leaving finds
    // the money in the wallet.
    await this.ledger.lock(tx, giveBack.owner);
    if (await hasLeft(tx, giveBack.owner)) throw new Refusal('credits.person-left');
    const written = await this.ledger.giveBack(tx, giveBack);
    if (written)
      await this.audit.recordAct(tx, { actor, act: 'credit give-back', subject: giveBack.jobId, reason });
    return written;
  }

  /** The minor units of a job that can still be given back: the captured price less earlier give-backs. */
  async remainingToGiveBack(jobId: string): Promise<number> {
    const row = await one<{ remaining: number }>(
      this.database,
      `SELECT
          coalesce(sum(CASE WHEN kind = 'capture' THEN amount_minor ELSE -amount_minor END), 0)::bigint
           AS remaining
       FROM ledger_movements WHERE job_id = :jobId`,
      { jobId },
    );
    return row?.remaining ?? 0;
  }

  /** The spendable money of a person in one currency: posted less held. */
  async available(owner: string, currency: Currency, queries: Queries = this.database): Promise<Money> {
    const wallets = await this.wallets(owner, queries);
    return wallets.find((wallet) => wallet.currency === currency) ?? money(0, currency);
  }

  /** The spendable money in each wallet of a person. */
  async wallets(owner: string, queries: Queries = this.database): Promise<Money[]> {
    const rows = await all<{ currency: Currency; availableMinor: number }>(
      queries,
      `SELECT currency, posted_minor - held_minor AS available_minor FROM ledger_accounts
       WHERE kind = 'wallet' AND owner_id = :owner ORDER BY currency DESC`,
      { owner },
    );
    return rows.map(({ availableMinor, currency }) => money(availableMinor, currency));
  }
}
