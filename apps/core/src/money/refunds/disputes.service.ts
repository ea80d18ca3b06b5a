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

/** What the provider says of a dispute now. A payment that fails after it was credited is one that is lost at once. */
export interface ToldDispute {
  id: string;
  paymentId: string;
  what: 'dispute' | 'late-failure';
  minor: number;
  state: DisputeState;
  /** Its turns in the books before the provider was read: what is older than the books is not believed. */
  seenTurns?: number;
}

/** What became of a dispute that was told of. */
export interface Heard {
  /** The bank has taken money just now: the dispute is new, or was lost after it had been won or prevented. */
  tookBack: boolean;
  state: DisputeState;
  /** What the wallet gave and has not got back, in minor units. */
  takenMinor: number;
  /** It was read before the books moved, so that nothing was done. */
  isOld: boolean;
}

interface StoredDispute {
  id: string;
  state: DisputeState;
  /** What the bank told that it is over. */
  amountMinor: number;
  /** What of it no other dispute of the payment claims; nothing once the bank has given it back. */
  claimedMinor: number;
  takenMinor: number;
  /** How often it was decided, or took over what another one claimed. */
  turns: number;
}

const columns = 'id, state, amount_minor, claimed_minor, taken_minor, turns';

/**
 * Money that banks take back. The wallet gives what it has when a dispute opens, and once more when it is lost, together
 * never more than what is disputed; what is missing then is the service's loss. What is won comes back, and is taken again if the
 * bank decides otherwise after that. A refund that was on its way and comes back belongs to the bank as well. Top-ups are
 * closed until staff open them again.
 *
 * A bank may tell of the same money twice, by two disputes, or by a dispute and a payment that failed after all. Each claims
 * what the others do not, so that a loss is booked once. What one claims no more, the others that are over it take over.
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

  /** Told of the same dispute again, and in whatever order, it does what is not done yet. */
  hear(told: ToldDispute): Promise<Heard> {
    return this.transactions.run(async (tx) => {
      const payment = await lockPayment(tx, this.ledger, told.paymentId);
      const known = await stored(tx, told.id);
      const isOld = told.seenTurns !== undefined && told.seenTurns !== (known?.turns ?? 0);
      if (!known && told.what === 'late-failure') await this.endOpen(tx, told.paymentId);
      const before = known ?? (await this.open(tx, told));
      // No money comes back of a payment that has failed, nor leaves once more: its disputes stay as they are.
      const moves = !isOld && canMove(before.state, told.state) && !(known && payment.failed);
      const takenMinor = moves ? await this.decide(tx, told, before) : before.takenMinor;
      const state = moves ? told.state : before.state;
      const stood = known !== undefined && isStanding(known.state);
      return { tookBack: isStanding(state) && !stood, state, takenMinor, isOld };
    });
  }

  /**
   * What a refund brings back into the wallet of a payment that banks took is theirs, as far as they miss any of it.
   * @returns what is left of it to the person, in minor units
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
      const again = await this.take(tx, { most, key: `dispute-again:${id}:${refundId}` }, payment);
      if (again === 0) continue;
      rest -= again;
      await write(tx, { ...dispute, takenMinor: takenMinor + again });
      if (state !== 'lost') continue;
      const amount = money(again, payment.currency);
      const key = `loss-recovered-again:${id}:${refundId}`;
      await this.ledger.book(tx, { kind: 'loss-recovered', amount, key });
    }
    return rest;
  }

  /** Staff let a person top up again. @returns false when top-ups were open */
  reopen({ owner, actor, reason }: { owner: string; actor: string; reason: string }): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.topUps.reopen(tx, owner))) return false;
      await this.audit.record(tx, { actor, act: 'payments open', subject: owner, reason });
      return true;
    });
  }

  private async open(
    tx: EntityManager,
    { id, paymentId, what, ...told }: ToldDispute,
  ): Promise<StoredDispute> {
    // Asked again, because an open dispute of the payment may have ended just now.
    const payment = await lockPayment(tx, this.ledger, paymentId);
    const amountMinor = told.minor;
    // One that ended well before anybody heard of it takes nothing.
    const takes = isStanding(told.state);
    const claimedMinor = takes ? Math.min(amountMinor, payment.unclaimedMinor) : 0;
    const takenMinor = await this.take(tx, { most: claimedMinor, key: `dispute:${id}` }, payment);
    if (takes) await this.topUps.close(tx, payment.ownerId, `${what} ${id}`);
    await changed(
      tx,
      `INSERT INTO payment_disputes (id, payment_id, what, amount_minor, claimed_minor, taken_minor, state)
       VALUES (:id, :paymentId, :what, :amountMinor, :claimedMinor, :takenMinor, 'open')`,
      { id, paymentId, what, amountMinor, claimedMinor, takenMinor },
    );
    return { id, state: 'open', amountMinor, claimedMinor, takenMinor, turns: 0 };
  }

  /** A payment that failed is lost, whatever its banks would have decided. */
  private async endOpen(tx: EntityManager, paymentId: string): Promise<void> {
    const open = await all<StoredDispute>(
      tx,
      `SELECT ${columns} FROM payment_disputes WHERE payment_id = :paymentId AND state = 'open' ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    for (const dispute of open) await this.lose(tx, paymentId, dispute);
  }

  /** @returns what the wallet has given of it altogether, and not got back */
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
    // Asked again, because the opening may have taken something just now.
    const payment = await lockPayment(tx, this.ledger, paymentId);
    // One that was won or prevented claims nothing until now.
    const claimedMinor = Math.min(dispute.amountMinor, dispute.claimedMinor + payment.unclaimedMinor);
    const most = claimedMinor - dispute.takenMinor;
    const more = await this.take(tx, { most, key: `dispute-rest${turnOf(turns)}:${id}` }, payment);
    const takenMinor = dispute.takenMinor + more;
    await write(tx, { id, state: 'lost', claimedMinor, takenMinor, turns });
    if (takenMinor < claimedMinor) {
      const amount = money(claimedMinor - takenMinor, payment.currency);
      const key = `dispute-loss${turnOf(turns)}:${id}`;
      await this.ledger.book(tx, { kind: 'dispute-loss', amount, key });
    }
    return takenMinor;
  }

  /** It was won, or prevented: what the wallet gave comes back. */
  private async giveBack(
    tx: EntityManager,
    { paymentId, state }: ToldDispute,
    dispute: StoredDispute,
  ): Promise<number> {
    const { id, claimedMinor, takenMinor } = dispute;
    const turns = dispute.turns + 1;
    const { ownerId: owner, currency } = await lockPayment(tx, this.ledger, paymentId);
    await write(tx, { id, state, claimedMinor: 0, takenMinor: 0, turns });
    if (takenMinor > 0) {
      const amount = money(takenMinor, currency);
      await this.ledger.post(tx, {
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
      await this.listeners.tellReturned(tx, { ...returned, from: 'dispute' });
    }
    return 0;
  }

  /**
   * The payment's other disputes take over what an ended one claims no more: of what just came back into the wallet first,
   * and as a loss where they are lost.
   * @returns what is left to the person of what came back, in minor units
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
      // Its first two turns have one key for both, which its own end may need yet.
      const turns = Math.max(dispute.turns + 1, 3);
      const turn = `${turnOf(turns)}:${dispute.id}`;
      const most = Math.min(more, rest);
      const taken = await this.take(tx, { most, key: `dispute-rest${turn}` }, payment);
      rest -= taken;
      const claimedMinor = dispute.claimedMinor + more;
      await write(tx, { ...dispute, claimedMinor, takenMinor: dispute.takenMinor + taken, turns });
      if (dispute.state !== 'lost' || taken === more) continue;
      const amount = money(more - taken, payment.currency);
      await this.ledger.book(tx, { kind: 'dispute-loss', amount, key: `dispute-loss${turn}` });
    }
    return rest;
  }

  private async take(
    tx: EntityManager,
    { most, key }: { most: number; key: string },
    payment: LockedPayment,
  ): Promise<number> {
    const { ownerId: owner, currency, untakenMinor } = payment;
    const amount = money(Math.min(most, untakenMinor), currency);
    const taken = await this.ledger.take(tx, { kind: 'dispute', owner, amount, key });
    return taken.minor;
  }
}

function stored(tx: EntityManager, id: string): Promise<StoredDispute | undefined> {
  return one(tx, `SELECT ${columns} FROM payment_disputes WHERE id = :id`, { id });
}

async function write(tx: EntityManager, dispute: Omit<StoredDispute, 'amountMinor'>): Promise<void> {
  const { id, state, claimedMinor, takenMinor, turns } = dispute;
  await changed(
    tx,
    `UPDATE payment_disputes SET state = :state, claimed_minor = :claimedMinor, taken_minor = :takenMinor,
       turns = :turns, updated_at = app_now()
     WHERE id = :id`,
    { id, state, claimedMinor, takenMinor, turns },
  );
}
