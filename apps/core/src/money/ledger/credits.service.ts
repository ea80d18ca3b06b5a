import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { hasLeft } from '../../people/users/left-owner.query.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { all, one, type Queries } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { LedgerService } from './ledger.service.js';

/** People's prepaid money, as other features meet it. What jobs hold and cost is set by the release's own functions. */
@Injectable()
export class CreditsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
  ) {}

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
      const written = await this.ledger.post(tx, { kind: 'admin-grant', owner, amount, key });
      if (written) await this.audit.record(tx, { actor, act: 'credit add', subject: owner, reason });
      return written;
    });
  }

  /**
   * Money that a payment brought, in the transaction that says so of the payment. A payment is credited once.
   * @returns false when it was credited before
   */
  topUp(tx: EntityManager, payment: { paymentId: string; owner: string; amount: Money }): Promise<boolean> {
    const { paymentId, owner, amount } = payment;
    return this.ledger.post(tx, { kind: 'top-up', owner, amount, key: `payment:${paymentId}` });
  }

  /**
   * A balance of the previous version moves to whoever has proven its address, in the transaction of that proof.
   * @throws Error when the key was used before: a balance moves once
   */
  async carryOver(tx: EntityManager, balance: { owner: string; amount: Money; key: string }): Promise<void> {
    const written = await this.ledger.post(tx, { kind: 'legacy-claim', ...balance });
    if (!written) throw new Error(`The transfer ${balance.key} was there before`);
  }

  /**
   * Staff give back some of what a settled job captured; all that is given back is together never more. The reason stands
   * in the audit. A person who has left could spend nothing of it.
   * @returns false when this key was used before
   * @throws Refusal `credits.more-than-captured`, `credits.person-left`
   */
  async giveBack(
    tx: EntityManager,
    job: { jobId: string; owner: string; amount: Money; key: string; actor: string; reason: string },
  ): Promise<boolean> {
    const { actor, reason, ...given } = job;
    // The wallet first, as everywhere: the person leaves before this, or finds the money when they do.
    await this.ledger.lock(tx, given.owner);
    if (await hasLeft(tx, given.owner)) throw new Refusal('credits.person-left');
    const written = await this.ledger.giveBack(tx, given);
    if (written)
      await this.audit.record(tx, { actor, act: 'credit give-back', subject: given.jobId, reason });
    return written;
  }

  /** What a job has paid less what was given back of it. */
  async leftToGiveBack(jobId: string): Promise<number> {
    const row = await one<{ left: number }>(
      this.database,
      `SELECT coalesce(sum(CASE WHEN kind = 'capture' THEN amount_minor ELSE -amount_minor END), 0)::bigint AS "left"
       FROM ledger_movements WHERE job_id = :jobId`,
      { jobId },
    );
    return row?.left ?? 0;
  }

  /** What a person can spend in one currency: posted less what is set aside. */
  async available(owner: string, currency: Currency, queries: Queries = this.database): Promise<Money> {
    const wallets = await this.wallets(owner, queries);
    return wallets.find((wallet) => wallet.currency === currency) ?? money(0, currency);
  }

  /** What can be spent in every wallet a person has. */
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
