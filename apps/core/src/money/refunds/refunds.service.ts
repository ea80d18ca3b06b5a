import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { CreditsService } from '../ledger/credits.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { standingStates } from './dispute-state.js';
import { DisputesService } from './disputes.service.js';
import { lockPayment } from './locked-payment.query.js';
import { RefundListeners } from './refund-listeners.service.js';
import { refundStatesBefore, type RefundState } from './refund-state.js';
import { refundableOf, sharesOf, type Share } from './shares.js';

/** A top-up can be refunded for this many days. */
const refundableDays = 180;

/** The most refunds that one round sends or checks. */
const mostAtOnce = 20;
/** Checks of one refund back off exponentially between these two delays. */
const firstRetrySeconds = 30;
const longestRetrySeconds = 3_600;
/**
 * A refund is new for this time. In it the provider certainly knows the idempotency key of its first request.
 */
const newForSeconds = 3_600;

/** A request for a refund. Without `amountMinor` it is for the whole refundable amount. */
export interface RefundWish {
  owner: string;
  currency: Currency;
  amountMinor: number | undefined;
  /** The refundable amount that the person saw. */
  shownMinor?: number | undefined;
  by: 'person' | { actor: string; reason: string };
}

/** The booked refund of a part of one payment. */
interface AskedRefund extends Share {
  id: string;
}

/** The booked refunds, and the spendable money after them. */
interface DividedRefund {
  refunds: AskedRefund[];
  available: Money;
}

/** A booked refund that was made at the provider, and the part that the wallet gave. */
export interface BookedProviderRefund {
  id: string;
  takenMinor: number;
}

/** Books refunds to cards. `CardRefundsService` requests them from the provider. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly credits: CreditsService,
    private readonly ledger: LedgerService,
    private readonly disputes: DisputesService,
    private readonly audit: AuditService,
    private readonly listeners: RefundListeners,
  ) {}

  /**
   * The refundable amount: at most the spendable money, and at most the unrefunded top-ups by card. So gifts
   * count as spent first.
   */
  async refundable(owner: string, currency: Currency): Promise<Money> {
    const shares = await this.refundableShares(owner, currency);
    return money(
      shares.reduce((total, { minor }) => total + minor, 0),
      currency,
    );
  }

  /** The refundable amount, divided among the payments. */
  async refundableShares(owner: string, currency: Currency): Promise<Share[]> {
    const available = await this.credits.available(owner, currency);
    const unrefunded = await this.unrefundedShares(this.database, owner, currency);
    return sharesOf(unrefunded, refundableOf(unrefunded, available.minor));
  }

  /**
   * Takes the money out of the wallet and divides it among payments, newest first, in one transaction.
   * @throws Refusal `refund.too-much`; `refund.changed` when the refundable amount is not the shown one
   */
  askRefund({ owner, currency, amountMinor, shownMinor, by }: RefundWish): Promise<DividedRefund> {
    return this.transactions.run(async (tx) => {
      // Serialised with other requests by the wallet's row: a second request waits here, and then sees what
      // the first one took.
      await this.ledger.lock(tx, owner);
      const unrefunded = await this.unrefundedShares(tx, owner, currency);
      const available = await this.credits.available(owner, currency, tx);
      const most = refundableOf(unrefunded, available.minor);
      if (shownMinor !== undefined && shownMinor !== most) throw new Refusal('refund.changed');
      const minor = amountMinor ?? most;
      if (minor === 0 || minor > most) throw new Refusal('refund.too-much');
      const refunds = sharesOf(unrefunded, minor).map((share) => ({ id: randomUUID(), ...share }));
      for (const refund of refunds) await this.takeRefund(tx, refund, { owner, currency, by });
      if (by !== 'person') await this.audit.recordAct(tx, { ...by, act: 'credit refund', subject: owner });
      return { refunds, available: money(available.minor - minor, currency) };
    });
  }

  /**
   * Books that the provider has accepted the refund.
   * @returns false when that was booked before
   */
  bookSent(refundId: string, providerId: string): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const moved = await changed(
        tx,
        `UPDATE payment_refunds
          SET state = 'sent', provider_id = :providerId, next_look_at = NULL, updated_at = app_now()
         WHERE id = :refundId AND state = ANY(:from)`,
        { refundId, providerId, from: refundStatesBefore('sent') },
      );
      if (moved === 0) return false;
      const { paymentId, ownerId, askedBy: by, ...refund } = await this.refundById(refundId, tx);
      const amount = money(refund.amountMinor, refund.currency);
      await this.listeners.sent.notify(tx, { paymentId, ownerId, amount, by });
      return true;
    });
  }

  /**
   * Books that the provider refused the refund, or that the refund came back. The money returns to the wallet
   * once. Then disputes of the payment take from it what they have claimed and not yet taken.
   * @returns false when that was booked before
   */
  bookFailed(refundId: string, providerId?: string): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const refund = await this.refundById(refundId, tx);
      const { ownerId: owner, currency, amountMinor, takenMinor, paymentId } = refund;
      await this.ledger.lock(tx, owner);
      const moved = await changed(
        tx,
        `UPDATE payment_refunds SET state = 'failed', provider_id = coalesce(provider_id, :providerId),
           next_look_at = NULL, updated_at = app_now()
         WHERE id = :refundId AND state = ANY(:from)`,
        { refundId, providerId: providerId ?? null, from: refundStatesBefore('failed') },
      );
      if (moved === 0) return false;
      if (takenMinor > 0) {
        const amount = money(takenMinor, currency);
        await this.ledger.postTransfer(tx, {
          kind: 'refund-failed',
          owner,
          amount,
          key: `refund-failed:${refundId}`,
        });
        const minor = await this.disputes.takeReturnedMoney(tx, { refundId, paymentId, minor: takenMinor });
        const returned = { paymentId, ownerId: owner, amount: money(minor, currency) };
        if (minor > 0) await this.listeners.returned.notify(tx, { ...returned, from: 'refund' });
      }
      if (takenMinor < amountMinor) {
        const amount = money(amountMinor - takenMinor, currency);
        await this.ledger.book(tx, { kind: 'loss-recovered', amount, key: `loss-recovered:${refundId}` });
      }
      await recount(tx, paymentId);
      return true;
    });
  }

  /**
   * Books a refund that was made at the provider. The wallet gives what it has; the rest is a loss of the
   * service.
   * @throws Refusal `refund.too-much` while a refund requested here has booked the same money: the provider
   *   accepts only one of the two, and reports the accepted one again
   */
  bookProviderRefund(refund: {
    paymentId: string;
    providerId: string;
    minor: number;
  }): Promise<BookedProviderRefund> {
    const { paymentId, providerId, minor } = refund;
    return this.transactions.run(async (tx) => {
      const payment = await lockPayment(tx, this.ledger, paymentId);
      const known = await one<BookedProviderRefund>(
        tx,
        'SELECT id, taken_minor FROM payment_refunds WHERE provider_id = :providerId',
        { providerId },
      );
      if (known) return known;
      if (minor > payment.unrefundedMinor) throw new Refusal('refund.too-much');
      const id = randomUUID();
      const { ownerId: owner, currency } = payment;
      const most = money(Math.min(minor, payment.untakenMinor), currency);
      const taken = await this.ledger.takeFromWallet(tx, {
        kind: 'refund',
        owner,
        amount: most,
        key: `refund:${id}`,
      });
      await changed(
        tx,
        `INSERT INTO payment_refunds (id, payment_id, asked_by, amount_minor, taken_minor, state, provider_id)
         VALUES (:id, :paymentId, 'provider', :minor, :taken, 'sent', :providerId)`,
        { id, paymentId, minor, taken: taken.minor, providerId },
      );
      if (taken.minor < minor) {
        const amount = money(minor - taken.minor, currency);
        await this.ledger.book(tx, { kind: 'dispute-loss', amount, key: `dispute-loss:${id}` });
      }
      await recount(tx, paymentId);
      const amount = money(minor, currency);
      await this.listeners.sent.notify(tx, { paymentId, ownerId: owner, amount, by: 'provider' });
      return { id, takenMinor: taken.minor };
    });
  }

  /**
   * Takes, for this core, the due refunds that the provider has not confirmed. Sets the time of their next
   * try with backoff.
   */
  claimDue(): Promise<StoredRefund[]> {
    return all(
      this.database,
      `WITH due AS (
         UPDATE payment_refunds SET looks = looks + 1,
           next_look_at = app_now() + make_interval(secs =>
             least(:longestRetrySeconds, :firstRetrySeconds * 2 ^ least(looks, 10)))
         WHERE id IN (SELECT id FROM payment_refunds WHERE next_look_at <= app_now() ORDER BY next_look_at
           LIMIT :mostAtOnce FOR UPDATE SKIP LOCKED)
         RETURNING id)
       ${selectRefunds} WHERE r.id IN (SELECT id FROM due)`,
      { firstRetrySeconds, longestRetrySeconds, mostAtOnce },
    );
  }

  /**
   * Gives the next request for this refund another idempotency key, unless another core has replaced the key
   * already.
   */
  async replaceKey(refundId: string, keyNumber: number): Promise<void> {
    await changed(
      this.database,
      `UPDATE payment_refunds SET key_number = key_number + 1, updated_at = app_now()
       WHERE id = :refundId AND state = 'asked' AND key_number = :keyNumber`,
      { refundId, keyNumber },
    );
  }

  /** @throws Error when there is no such refund */
  private async refundById(refundId: string, tx: EntityManager): Promise<StoredRefund> {
    const refund = await one<StoredRefund>(tx, `${selectRefunds} WHERE r.id = :refundId`, { refundId });
    if (!refund) throw new Error(`There is no refund ${refundId}`);
    return refund;
  }

  private async takeRefund(
    tx: EntityManager,
    refund: AskedRefund,
    { owner, currency, by }: Pick<RefundWish, 'owner' | 'currency' | 'by'>,
  ): Promise<void> {
    const { id, paymentId, minor } = refund;
    const amount = money(minor, currency);
    await this.ledger.postTransfer(tx, { kind: 'refund', owner, amount, key: `refund:${id}` });
    await changed(
      tx,
      `INSERT INTO payment_refunds (id, payment_id, asked_by, amount_minor, taken_minor, state, next_look_at)
       VALUES (:id, :paymentId, :by, :minor, :minor, 'asked', app_now())`,
      { id, paymentId, minor, by: by === 'person' ? 'person' : 'staff' },
    );
    await recount(tx, paymentId);
  }

  /**
   * The unrefunded part of each payment, the newest first. A payment that a bank has taken back is omitted.
   */
  private unrefundedShares(queries: Queries, owner: string, currency: Currency): Promise<Share[]> {
    return all(
      queries,
      `SELECT id AS payment_id, amount_minor - refunded_minor AS minor FROM payments p
       WHERE owner_id = :owner AND currency = :currency AND state = 'succeeded'
         AND credited_at > app_now() - interval '${refundableDays} days'
         AND NOT EXISTS (SELECT FROM payment_disputes d
           WHERE d.payment_id = p.id AND d.state IN ${standingStates})
       ORDER BY number DESC`,
      { owner, currency },
    );
  }
}

/** A refund, with fields of its payment. */
export interface StoredRefund {
  id: string;
  paymentId: string;
  intentId: string;
  ownerId: string;
  currency: Currency;
  amountMinor: number;
  takenMinor: number;
  state: RefundState;
  askedBy: 'person' | 'staff' | 'provider';
  /**
   * The refund was booked within the last hour, and this is its first try. So the provider has no such
   * refund, or still remembers its idempotency key.
   */
  isNew: boolean;
  /** The number of idempotency keys of this refund that are spent: the provider answered them with a 5xx. */
  keyNumber: number;
}

const selectRefunds = `
  SELECT r.id, r.payment_id, p.intent_id, p.owner_id, p.currency, r.amount_minor, r.taken_minor, r.state,
         r.asked_by, r.key_number,
         r.looks = 0 AND r.created_at > app_now() - interval '${newForSeconds} seconds' AS is_new
  FROM payment_refunds r JOIN payments p ON p.id = r.payment_id`;

/**
 * Sums the refunds of a payment into its row. A constraint of the database refuses more than the payment's
 * amount.
 */
async function recount(tx: EntityManager, paymentId: string): Promise<void> {
  await changed(
    tx,
    `UPDATE payments p SET updated_at = app_now(), refunded_minor = (
       SELECT coalesce(sum(amount_minor), 0) FROM payment_refunds r
         WHERE r.payment_id = p.id AND r.state <> 'failed')
     WHERE id = :paymentId`,
    { paymentId },
  );
}
