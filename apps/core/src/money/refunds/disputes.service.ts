import { Injectable } from '@nestjs/common';
import { money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { all, changed, one } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { TopUpsService } from '../payments/top-ups.service.js';
import { canMove, isStanding, standingStates, keySuffix, type DisputeState } from './dispute-state.js';
import { lockPayment, type LockedPayment } from './locked-payment.query.js';
import { RefundListeners } from './refund-listeners.service.js';

/**
 * The provider's report of a dispute. A payment that failed after it was credited is reported as a dispute
 * that is lost at once.
 */
export interface DisputeReport {
  id: string;
  paymentId: string;
  what: 'dispute' | 'late-failure';
  minor: number;
  state: DisputeState;
  /**
   * `turns` of the dispute's row before the provider was read. If the row has another number by now, the
   * report is old and not used.
   */
  seenChanges?: number;
}

/** The result of a report. */
export interface ReportResult {
  /**
   * The bank has taken money just now: the dispute is new, or was lost after it had been won or prevented.
   */
  tookBack: boolean;
  state: DisputeState;
  /** Minor units that the wallet gave and has not got back. */
  takenMinor: number;
  /** The stored dispute changed after the report was read, so the report was not booked. */
  isOld: boolean;
}

interface StoredDispute {
  id: string;
  state: DisputeState;
  /** The disputed amount, as the bank reports it. */
  amountMinor: number;
  /** The part that no other dispute of the payment claims; 0 after the bank has given it back. */
  claimedMinor: number;
  takenMinor: number;
  /** How often the row changed: the dispute was decided, or took over the claim of another dispute. */
  turns: number;
}

const columns = 'id, state, amount_minor, claimed_minor, taken_minor, turns';

/**
 * Books the money that banks take back (README: Disputes). The wallet gives what it has when a dispute opens,
 * and again when it is lost, in all at most the disputed amount. The missing part is then a loss of the
 * service. A won dispute gives the wallet's part back; a later loss takes it again. If a refund of the
 * payment fails, its money belongs to the bank as well. Top-ups stay closed until staff open them.
 *
 * A bank may report the same money twice: by two disputes, or by a dispute and a late failure. Each dispute
 * claims only the part that no other dispute claims, so that a loss is booked once. When a dispute ends its
 * claim, other disputes of the payment take it over.
 */
@Injectable()
export class DisputesService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly ledger: LedgerService,
    private readonly topUps: TopUpsService,
    private readonly audit: AuditService,
    private readonly listeners: RefundListeners,
  ) {}

  /** Books a report. Idempotent: reports may repeat and come in any order. */
  bookDispute(report: DisputeReport): Promise<ReportResult> {
    return this.transactions.run(async (tx) => {
      const payment = await lockPayment(tx, this.ledger, report.paymentId);
      const stored = await disputeById(tx, report.id);
      const isOld = report.seenChanges !== undefined && report.seenChanges !== (stored?.turns ?? 0);
      if (!stored && report.what === 'late-failure') await this.loseOpenDisputes(tx, report.paymentId);
      const dispute = stored ?? (await this.openDispute(tx, report));
      // The disputes of a failed payment are final: no money comes back, and none is taken again.
      const moves = !isOld && canMove(dispute.state, report.state) && !(stored && payment.failed);
      const takenMinor = moves ? await this.decide(tx, report, dispute) : dispute.takenMinor;
      const state = moves ? report.state : dispute.state;
      const stoodBefore = stored !== undefined && isStanding(stored.state);
      return { tookBack: isStanding(state) && !stoodBefore, state, takenMinor, isOld };
    });
  }

  /**
   * Takes from the wallet the money that a failed refund brought back, at most what disputes of its payment
   * have claimed and not yet taken.
   * @returns the minor units that stay with the person
   */
  async takeReturnedMoney(
    tx: EntityManager,
    { refundId, paymentId, minor }: { refundId: string; paymentId: string; minor: number },
  ): Promise<number> {
    const disputes = await all<StoredDispute>(
      tx,
      `SELECT ${columns} FROM payment_disputes
       WHERE payment_id = :paymentId AND state IN ${standingStates} AND taken_minor < claimed_minor
       ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    let remainingMinor = minor;
    for (const dispute of disputes) {
      const { id, state, claimedMinor, takenMinor } = dispute;
      const payment = await lockPayment(tx, this.ledger, paymentId);
      const most = Math.min(remainingMinor, claimedMinor - takenMinor);
      const taken = await this.takeFromPayer(tx, { most, key: `dispute-again:${id}:${refundId}` }, payment);
      if (taken === 0) continue;
      remainingMinor -= taken;
      await writeDispute(tx, { ...dispute, takenMinor: takenMinor + taken });
      if (state !== 'lost') continue;
      const amount = money(taken, payment.currency);
      const key = `loss-recovered-again:${id}:${refundId}`;
      await this.ledger.book(tx, { kind: 'loss-recovered', amount, key });
    }
    return remainingMinor;
  }

  /**
   * Lets a person top up again, by decision of staff.
   * @returns false when top-ups were open already
   */
  reopenTopUps({ owner, actor, reason }: { owner: string; actor: string; reason: string }): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.topUps.reopen(tx, owner))) return false;
      await this.audit.recordAct(tx, { actor, act: 'payments open', subject: owner, reason });
      return true;
    });
  }

  private async openDispute(
    tx: EntityManager,
    { id, paymentId, what, ...report }: DisputeReport,
  ): Promise<StoredDispute> {
    // Locked and read again, because an open dispute of the payment may have ended just now.
    const payment = await lockPayment(tx, this.ledger, paymentId);
    const amountMinor = report.minor;
    // A dispute that was won or prevented before it was reported takes nothing.
    const takes = isStanding(report.state);
    const claimedMinor = takes ? Math.min(amountMinor, payment.unclaimedMinor) : 0;
    const takenMinor = await this.takeFromPayer(tx, { most: claimedMinor, key: `dispute:${id}` }, payment);
    if (takes) await this.topUps.close(tx, payment.ownerId, `${what} ${id}`);
    await changed(
      tx,
      `INSERT INTO payment_disputes (id, payment_id, what, amount_minor, claimed_minor, taken_minor, state)
       VALUES (:id, :paymentId, :what, :amountMinor, :claimedMinor, :takenMinor, 'open')`,
      { id, paymentId, what, amountMinor, claimedMinor, takenMinor },
    );
    return { id, state: 'open', amountMinor, claimedMinor, takenMinor, turns: 0 };
  }

  /** Loses every open dispute of a failed payment; the banks' decisions no longer matter. */
  private async loseOpenDisputes(tx: EntityManager, paymentId: string): Promise<void> {
    const openDisputes = await all<StoredDispute>(
      tx,
      `SELECT ${columns} FROM payment_disputes WHERE payment_id = :paymentId AND state = 'open'
        ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    for (const dispute of openDisputes) await this.loseDispute(tx, paymentId, dispute);
  }

  /** @returns the minor units that the wallet has given in all and not got back */
  private async decide(tx: EntityManager, report: DisputeReport, dispute: StoredDispute): Promise<number> {
    if (report.state !== 'lost') return this.giveBack(tx, report, dispute);
    if (!isStanding(dispute.state)) {
      const { ownerId } = await lockPayment(tx, this.ledger, report.paymentId);
      await this.topUps.close(tx, ownerId, `${report.what} ${report.id}`);
    }
    return this.loseDispute(tx, report.paymentId, dispute);
  }

  private async loseDispute(tx: EntityManager, paymentId: string, dispute: StoredDispute): Promise<number> {
    const { id } = dispute;
    const turns = dispute.turns + 1;
    // Read again, because `openDispute` may have taken money in this transaction.
    const payment = await lockPayment(tx, this.ledger, paymentId);
    // A won or prevented dispute has claimed nothing until now.
    const claimedMinor = Math.min(dispute.amountMinor, dispute.claimedMinor + payment.unclaimedMinor);
    const most = claimedMinor - dispute.takenMinor;
    const taken = await this.takeFromPayer(
      tx,
      { most, key: `dispute-rest${keySuffix(turns)}:${id}` },
      payment,
    );
    const takenMinor = dispute.takenMinor + taken;
    await writeDispute(tx, { id, state: 'lost', claimedMinor, takenMinor, turns });
    if (takenMinor < claimedMinor) {
      const amount = money(claimedMinor - takenMinor, payment.currency);
      const key = `dispute-loss${keySuffix(turns)}:${id}`;
      await this.ledger.book(tx, { kind: 'dispute-loss', amount, key });
    }
    return takenMinor;
  }

  /** Ends a won or prevented dispute: the wallet gets its part back. */
  private async giveBack(
    tx: EntityManager,
    { paymentId, state }: DisputeReport,
    dispute: StoredDispute,
  ): Promise<number> {
    const { id, claimedMinor, takenMinor } = dispute;
    const turns = dispute.turns + 1;
    const { ownerId: owner, currency } = await lockPayment(tx, this.ledger, paymentId);
    await writeDispute(tx, { id, state, claimedMinor: 0, takenMinor: 0, turns });
    if (takenMinor > 0) {
      const amount = money(takenMinor, currency);
      await this.ledger.postTransfer(tx, {
        kind: 'dispute-won',
        owner,
        amount,
        key: `dispute-won${keySuffix(turns)}:${id}`,
      });
    }
    if (dispute.state === 'lost' && takenMinor < claimedMinor) {
      const amount = money(claimedMinor - takenMinor, currency);
      const key = `loss-recovered${keySuffix(turns)}:${id}`;
      await this.ledger.book(tx, { kind: 'loss-recovered', amount, key });
    }
    const minor = await this.passClaimOn(tx, paymentId, takenMinor);
    if (minor > 0) {
      const returned = { paymentId, ownerId: owner, amount: money(minor, currency) };
      await this.listeners.returned.notify(tx, { ...returned, from: 'dispute' });
    }
    return 0;
  }

  /**
   * Lets the payment's other disputes take over the claim of an ended one. They take from the money that just
   * came back into the wallet. For a lost dispute, the rest of the claim is a loss.
   * @returns the minor units of the returned money that stay with the person
   */
  private async passClaimOn(tx: EntityManager, paymentId: string, minor: number): Promise<number> {
    const otherDisputes = await all<StoredDispute>(
      tx,
      `SELECT ${columns} FROM payment_disputes
       WHERE payment_id = :paymentId AND state IN ${standingStates} AND claimed_minor < amount_minor
       ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    let remainingMinor = minor;
    for (const dispute of otherDisputes) {
      const payment = await lockPayment(tx, this.ledger, paymentId);
      const newClaim = Math.min(dispute.amountMinor - dispute.claimedMinor, payment.unclaimedMinor);
      if (newClaim === 0) break;
      // The first two changes have keys without a suffix, and the dispute's own decision may still need them.
      const turns = Math.max(dispute.turns + 1, 3);
      const suffixAndId = `${keySuffix(turns)}:${dispute.id}`;
      const most = Math.min(newClaim, remainingMinor);
      const taken = await this.takeFromPayer(tx, { most, key: `dispute-rest${suffixAndId}` }, payment);
      remainingMinor -= taken;
      const claimedMinor = dispute.claimedMinor + newClaim;
      await writeDispute(tx, { ...dispute, claimedMinor, takenMinor: dispute.takenMinor + taken, turns });
      if (dispute.state !== 'lost' || taken === newClaim) continue;
      const amount = money(newClaim - taken, payment.currency);
      await this.ledger.book(tx, { kind: 'dispute-loss', amount, key: `dispute-loss${suffixAndId}` });
    }
    return remainingMinor;
  }

  private async takeFromPayer(
    tx: EntityManager,
    { most, key }: { most: number; key: string },
    payment: LockedPayment,
  ): Promise<number> {
    const { ownerId: owner, currency, untakenMinor } = payment;
    const amount = money(Math.min(most, untakenMinor), currency);
    const taken = await this.ledger.takeFromWallet(tx, { kind: 'dispute', owner, amount, key });
    return taken.minor;
  }
}

function disputeById(tx: EntityManager, id: string): Promise<StoredDispute | undefined> {
  return one(tx, `SELECT ${columns} FROM payment_disputes WHERE id = :id`, { id });
}

async function writeDispute(tx: EntityManager, dispute: Omit<StoredDispute, 'amountMinor'>): Promise<void> {
  const { id, state, claimedMinor, takenMinor, turns } = dispute;
  await changed(
    tx,
    `UPDATE payment_disputes SET state = :state, claimed_minor = :claimedMinor, taken_minor = :takenMinor,
       turns = :turns, updated_at = app_now()
     WHERE id = :id`,
    { id, state, claimedMinor, takenMinor, turns },
  );
}
