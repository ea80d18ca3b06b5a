import { Injectable } from '@nestjs/common';
import { money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { LedgerService } from '../credits/ledger.service.js';
import { all, changed, one } from '../database/sql.js';
import { TransactionsService } from '../database/transactions.service.js';
import { TopUpsService } from '../payments/top-ups.service.js';
import { canMove, type DisputeState } from './dispute-state.js';
import { lockPayment, type LockedPayment } from './locked-payment.query.js';
import { RefundListeners } from './refund-listeners.service.js';

/** What the provider says of a dispute now. A payment that fails after it was credited is one that is lost at once. */
export interface ToldDispute {
  id: string;
  paymentId: string;
  what: 'dispute' | 'late-failure';
  minor: number;
  state: DisputeState;
}

/** What became of a dispute that was told of. */
export interface Heard {
  /** It was not known before. */
  opened: boolean;
  state: DisputeState;
  /** What the wallet gave, in minor units. */
  takenMinor: number;
}

interface StoredDispute {
  state: DisputeState;
  amountMinor: number;
  takenMinor: number;
}

/**
 * Money that banks take back. The wallet gives what it has when a dispute opens, and once more when it is lost, together
 * never more than what is disputed; what is missing then is the service's loss. What is won comes back once. A refund that was
 * on its way and comes back belongs to the bank as well. Top-ups are closed until staff open them again.
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
      const dispute = known ?? (await this.open(tx, told, payment));
      const moves = canMove(dispute.state, told.state);
      const takenMinor =
        moves && told.state === 'lost' ? await this.lose(tx, told, dispute) : dispute.takenMinor;
      if (moves && told.state === 'won') await this.win(tx, told, { ...dispute, ...payment });
      return { opened: !known, state: moves ? told.state : dispute.state, takenMinor };
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
    const missing = await all<StoredDispute & { id: string }>(
      tx,
      `SELECT id, state, amount_minor, taken_minor FROM payment_disputes
       WHERE payment_id = :paymentId AND state <> 'won' AND taken_minor < amount_minor ORDER BY id COLLATE "C"`,
      { paymentId },
    );
    let rest = minor;
    for (const { id, state, amountMinor, takenMinor } of missing) {
      const payment = await lockPayment(tx, this.ledger, paymentId);
      const most = Math.min(rest, amountMinor - takenMinor);
      const again = await this.take(tx, { most, key: `dispute-again:${id}:${refundId}` }, payment);
      if (again === 0) continue;
      rest -= again;
      await moveTo(tx, id, state, takenMinor + again);
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

  private async open(tx: EntityManager, told: ToldDispute, payment: LockedPayment): Promise<StoredDispute> {
    // One that was won before anybody heard of it takes nothing.
    const most = told.state === 'won' ? 0 : told.minor;
    const takenMinor = await this.take(tx, { most, key: `dispute:${told.id}` }, payment);
    if (told.state !== 'won') await this.topUps.close(tx, payment.ownerId, `${told.what} ${told.id}`);
    await changed(
      tx,
      `INSERT INTO payment_disputes (id, payment_id, what, amount_minor, taken_minor, state)
       VALUES (:id, :paymentId, :what, :minor, :takenMinor, 'open')`,
      { id: told.id, paymentId: told.paymentId, what: told.what, minor: told.minor, takenMinor },
    );
    return { state: 'open', amountMinor: told.minor, takenMinor };
  }

  /** @returns what the wallet has given of it altogether */
  private async lose(
    tx: EntityManager,
    { id, paymentId }: ToldDispute,
    dispute: StoredDispute,
  ): Promise<number> {
    const { amountMinor } = dispute;
    // Asked again, because the opening may have taken something just now.
    const payment = await lockPayment(tx, this.ledger, paymentId);
    const most = amountMinor - dispute.takenMinor;
    const more = await this.take(tx, { most, key: `dispute-rest:${id}` }, payment);
    const takenMinor = dispute.takenMinor + more;
    await moveTo(tx, id, 'lost', takenMinor);
    if (takenMinor < amountMinor) {
      const amount = money(amountMinor - takenMinor, payment.currency);
      await this.ledger.book(tx, { kind: 'dispute-loss', amount, key: `dispute-loss:${id}` });
    }
    return takenMinor;
  }

  private async win(
    tx: EntityManager,
    { id, paymentId }: ToldDispute,
    dispute: StoredDispute & LockedPayment,
  ): Promise<void> {
    const { ownerId: owner, currency, amountMinor, takenMinor, state } = dispute;
    await moveTo(tx, id, 'won', takenMinor);
    if (takenMinor > 0) {
      const amount = money(takenMinor, currency);
      await this.ledger.post(tx, { kind: 'dispute-won', owner, amount, key: `dispute-won:${id}` });
      await this.listeners.tellReturned(tx, { paymentId, ownerId: owner, amount, from: 'dispute' });
    }
    if (state === 'lost' && takenMinor < amountMinor) {
      const amount = money(amountMinor - takenMinor, currency);
      await this.ledger.book(tx, { kind: 'loss-recovered', amount, key: `loss-recovered:${id}` });
    }
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
  return one(tx, 'SELECT state, amount_minor, taken_minor FROM payment_disputes WHERE id = :id', { id });
}

async function moveTo(tx: EntityManager, id: string, state: DisputeState, takenMinor: number): Promise<void> {
  await changed(
    tx,
    'UPDATE payment_disputes SET state = :state, taken_minor = :takenMinor, updated_at = app_now() WHERE id = :id',
    { id, state, takenMinor },
  );
}
