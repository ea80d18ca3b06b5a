import { Injectable } from '@nestjs/common';
import { money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { all, changed, one } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { TopUpsService } from '../payments/top-ups.service.js';
import { canMove, isStanding, standingStates, turnOf, type DisputeState } from './dispute-state.js';
import { lockPayment, type LockedPayment } from './locked-payment.query.js';
import { RefundListeners } from './refund-listeners.service.js';

/**
 * The provider's report of a dispute. A payment that failed after it was credited is reported as a dispute
 * that is lost at once.
 */
export interface ToldDispute {
  id: string;
  paymentId: string;
  what: 'dispute' | 'late-failure';
  minor: number;
  state: DisputeState;
  /**
   * The turns in the books before the provider was read. If the books have moved on since, the report is not
   * used.
   */
  seenTurns?: number;
}

/** The result of a report. */
export interface Heard {
  /**
   * The bank has taken money just now: the dispute is new, or was lost after it had been won or prevented.
   */
  tookBack: boolean;
  state: DisputeState;
  /** Minor units that the wallet gave and has not got back. */
  takenMinor: number;
  /** The report was read before the books moved, so nothing was done. */
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
  /** How often the dispute was decided, or took over the claim of another one. */
  turns: number;
}

const columns = 'id, state, amount_minor, claimed_minor, taken_minor, turns';

/**
 * Books the money that banks take back (README: Disputes). The wallet gives what it has when a dispute opens,
 * and again when it is lost, in all at most the disputed amount. The missing part is then a loss of the
 * service. A won dispute gives the wallet's part back; a later decision takes it again. The money of a refund
 * that comes back belongs to the bank as well. Top-ups stay closed until staff open them.
 *
 * A bank may report the same money twice: by two disputes, or by a dispute and a late failure. Each dispute
 * claims the part that the others do not, so that a loss is booked once. When a dispute ends its claim, the
 * others take it over.
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
  bookDispute(told: ToldDispute): Promise<Heard> {
    return this.transactions.run(async (tx) => {
      const payment = await lockPayment(tx, this.ledger, told.paymentId);
      const known = await stored(tx, told.id);
      const isOld = told.seenTurns !== undefined && told.seenTurns !== (known?.turns ?? 0);
      if (!known && told.what === 'late-failure') await this.endOpen(tx, told.paymentId);
      const before = known ?? (await this.openDispute(tx, told));
      // The disputes of a failed payment are final: no money comes back, and none is taken again.
      const moves = !isOld && canMove(before.state, told.state) && !(known && payment.failed);
      const takenMinor = moves ? await this.decide(tx, told, before) : before.takenMinor;
      const state = moves ? told.state : before.state;
      const stood = known !== undefined && isStanding(known.state);
      return { tookBack: isStanding(state) && !stood, state, takenMinor, isOld };
    });
  }

  /**
   * Takes the money that a failed refund brought back into the wallet, as far as disputes of its payment
   * still miss money.
   * @returns the minor units that stay with the person
   */
  async takeAgain(
    tx: EntityManager,
    { refundId, paymentId, minor }: { refundId: string; paymentId: string; minor: number },
  ): Promise<number> {
    const missing = await all<StoredDispute>(
      tx,
      `SELECT ${columns} FROM payment_disputes
       WHERE payment_id = :paymentId AND state IN ${standingStates} AND taken_minor < claimed_minor
       ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    let rest = minor;
    for (const dispute of missing) {
      const { id, state, claimedMinor, takenMinor } = dispute;
      const payment = await lockPayment(tx, this.ledger, paymentId);
      const most = Math.min(rest, claimedMinor - takenMinor);
      const again = await this.takeFromPayer(tx, { most, key: `dispute-again:${id}:${refundId}` }, payment);
      if (again === 0) continue;
      rest -= again;
      await writeDispute(tx, { ...dispute, takenMinor: takenMinor + again });
      if (state !== 'lost') continue;
      const amount = money(again, payment.currency);
      const key = `loss-recovered-again:${id}:${refundId}`;
      await this.ledger.book(tx, { kind: 'loss-recovered', amount, key });
    }
    return rest;
  }

  /**
   * Lets a person top up again, by decision of staff.
   * @returns false when top-ups were open
   */
  reopen({ owner, actor, reason }: { owner: string; actor: string; reason: string }): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.topUps.reopen(tx, owner))) return false;
      await this.audit.record(tx, { actor, act: 'payments open', subject: owner, reason });
      return true;
    });
  }

  private async openDispute(
    tx: EntityManager,
    { id, paymentId, what, ...told }: ToldDispute,
  ): Promise<StoredDispute> {
    // Locked and read again, because an open dispute of the payment may have ended just now.
    const payment = await lockPayment(tx, this.ledger, paymentId);
    const amountMinor = told.minor;
    // A dispute that was won or prevented before it was reported takes nothing.
    const takes = isStanding(told.state);
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
  private async endOpen(tx: EntityManager, paymentId: string): Promise<void> {
    const open = await all<StoredDispute>(
      tx,
      `SELECT ${columns} FROM payment_disputes WHERE payment_id = :paymentId AND state = 'open'
        ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    for (const dispute of open) await this.lose(tx, paymentId, dispute);
  }

  /** @returns the minor units that the wallet has given in all and not got back */
  private async decide(tx: EntityManager, told: ToldDispute, dispute: StoredDispute): Promise<number> {
    if (told.state !== 'lost') return this.giveBack(tx, told, dispute);
    if (!isStanding(dispute.state)) {
      const { ownerId } = await lockPayment(tx, this.ledger, told.paymentId);
      await this.topUps.close(tx, ownerId, `${told.what} ${told.id}`);
    }
    return this.lose(tx, told.paymentId, dispute);
  }

  private async lose(tx: EntityManager, paymentId: string, dispute: StoredDispute): Promise<number> {
    const { id } = dispute;
    const turns = dispute.turns + 1;
    // Read again, because the opening may have taken money in this transaction.
    const payment = await lockPayment(tx, this.ledger, paymentId);
    // A won or prevented dispute has claimed nothing until now.
    const claimedMinor = Math.min(dispute.amountMinor, dispute.claimedMinor + payment.unclaimedMinor);
    const most = claimedMinor - dispute.takenMinor;
    const more = await this.takeFromPayer(tx, { most, key: `dispute-rest${turnOf(turns)}:${id}` }, payment);
    const takenMinor = dispute.takenMinor + more;
    await writeDispute(tx, { id, state: 'lost', claimedMinor, takenMinor, turns });
    if (takenMinor < claimedMinor) {
      const amount = money(claimedMinor - takenMinor, payment.currency);
      const key = `dispute-loss${turnOf(turns)}:${id}`;
      await this.ledger.book(tx, { kind: 'dispute-loss', amount, key });
    }
    return takenMinor;
  }

  /** Ends a won or prevented dispute: the wallet gets its part back. */
  private async giveBack(
    tx: EntityManager,
    { paymentId, state }: ToldDispute,
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
        key: `dispute-won${turnOf(turns)}:${id}`,
      });
    }
    if (dispute.state === 'lost' && takenMinor < claimedMinor) {
      const amount = money(claimedMinor - takenMinor, currency);
      const key = `loss-recovered${turnOf(turns)}:${id}`;
      await this.ledger.book(tx, { kind: 'loss-recovered', amount, key });
    }
    const minor = await this.passOn(tx, paymentId, takenMinor);
    if (minor > 0) {
      const returned = { paymentId, ownerId: owner, amount: money(minor, currency) };
      await this.listeners.returned.tell(tx, { ...returned, from: 'dispute' });
    }
    return 0;
  }

  /**
   * Lets the payment's other disputes take over the claim of an ended one. They take from the money that just
   * came back into the wallet; the rest is a loss, if they are lost.
   * @returns the minor units of the returned money that stay with the person
   */
  private async passOn(tx: EntityManager, paymentId: string, minor: number): Promise<number> {
    const others = await all<StoredDispute>(
      tx,
      `SELECT ${columns} FROM payment_disputes
       WHERE payment_id = :paymentId AND state IN ${standingStates} AND claimed_minor < amount_minor
       ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    let rest = minor;
    for (const dispute of others) {
      const payment = await lockPayment(tx, this.ledger, paymentId);
      const more = Math.min(dispute.amountMinor - dispute.claimedMinor, payment.unclaimedMinor);
      if (more === 0) break;
      // The first two turns share their keys, and the dispute's own end may still need them.
      const turns = Math.max(dispute.turns + 1, 3);
      const turn = `${turnOf(turns)}:${dispute.id}`;
      const most = Math.min(more, rest);
      const taken = await this.takeFromPayer(tx, { most, key: `dispute-rest${turn}` }, payment);
      rest -= taken;
      const claimedMinor = dispute.claimedMinor + more;
      await writeDispute(tx, { ...dispute, claimedMinor, takenMinor: dispute.takenMinor + taken, turns });
      if (dispute.state !== 'lost' || taken === more) continue;
      const amount = money(more - taken, payment.currency);
      await this.ledger.book(tx, { kind: 'dispute-loss', amount, key: `dispute-loss${turn}` });
    }
    return rest;
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

function stored(tx: EntityManager, id: string): Promise<StoredDispute | undefined> {
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
