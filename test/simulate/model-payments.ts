import type { Currency } from '@sixpence/contracts/currencies';
import type { DisputeState } from '@sixpence/core/money/refunds/dispute-state';
import type { RefundState } from '@sixpence/core/money/refunds/refund-state';
import type { ActOf, Answer } from './act.js';
import type { MoneyAct } from './money-calls.js';

/** The wallets of the model. */
export interface Wallets {
  available(person: number, currency: Currency): number;
  /** Adds money to a wallet; a negative amount removes it. */
  moveMoney(person: number, currency: Currency, what: string, amount: number): void;
}

interface Payment {
  id: string;
  person: number;
  currency: Currency;
  amount: number;
  refunds: Refund[];
  disputes: Dispute[];
}

interface Refund {
  /** The provider's id, for a refund that was made there. */
  id?: string;
  state: RefundState;
  amount: number;
  taken: number;
}

interface Dispute {
  id: string;
  state: DisputeState;
  reported: number;
  /** The amount that the dispute claims of the payment. */
  amount: number;
  taken: number;
}

/** Payments in the order of their credits, with their refunds and disputes. */
export class PaymentsModel {
  constructor(private readonly payments: Payment[] = []) {}

  copy(): PaymentsModel {
    return new PaymentsModel(structuredClone(this.payments));
  }

  applyAct(wallets: Wallets, act: MoneyAct): Answer {
    switch (act.do) {
      case 'top up':
        return this.topUp(wallets, act);
      case 'refund':
        return this.refund(wallets, act);
      case 'refund ends':
        return this.refundEnds(wallets, act);
      case 'refund found':
        return this.refundFound(wallets, act);
      case 'dispute':
        return this.dispute(wallets, act);
    }
  }

  figures(): string[] {
    const lost: Record<string, number> = {};
    const lines = this.payments.flatMap((payment) => {
      const { id, amount, refunds, disputes, person, currency } = payment;
      for (const { taken, amount: asked, state } of [...refunds, ...disputes]) {
        if (taken === asked || !['sent', 'lost', 'asked'].includes(state)) continue;
        const wallet = `${person} ${currency}`;
        lost[wallet] = (lost[wallet] ?? 0) + asked - taken;
      }
      return [
        `payment ${id}: succeeded, ${amount} less ${sum(notFailed(payment), 'amount')}`,
        ...refunds.map(
          (each, number) => `refund ${id}/${number}: ${each.state} ${each.taken} of ${each.amount}`,
        ),
        ...disputes.map((each) => `dispute ${each.id}: ${each.state} ${each.taken} of ${each.amount}`),
      ];
    });
    return [...lines, ...Object.entries(lost).map(([wallet, minor]) => `lost to ${wallet}: ${minor}`)];
  }

  private topUp(wallets: Wallets, { payment: id, person, currency, amount }: ActOf<'top up'>): Answer {
    if (!this.payments.some((payment) => payment.id === id)) {
      this.payments.push({ id, person, currency, amount, refunds: [], disputes: [] });
      wallets.moveMoney(person, currency, 'top-up', amount);
    }
    return { done: true };
  }

  private refund(wallets: Wallets, { person, currency, amount }: ActOf<'refund'>): Answer {
    const refundable = this.payments
      .filter((payment) => payment.person === person && payment.currency === currency)
      .filter(({ disputes }) => !disputes.some(hasClaim))
      .toReversed();
    const paid = refundable.reduce((total, payment) => total + unrefunded(payment), 0);
    const most = Math.min(paid, wallets.available(person, currency));
    let rest = amount ?? most;
    if (rest === 0 || rest > most) return { refused: 'refund.too-much' };
    wallets.moveMoney(person, currency, 'refund', -rest);
    const shares = [];
    for (const payment of refundable) {
      const minor = Math.min(rest, unrefunded(payment));
      if (minor === 0) continue;
      rest -= minor;
      payment.refunds.push({ state: 'asked', amount: minor, taken: minor });
      shares.push({ paymentId: payment.id, minor });
    }
    return { shares, available: wallets.available(person, currency) };
  }

  private refundEnds(wallets: Wallets, act: ActOf<'refund ends'>): Answer {
    const payment = this.payments.find(({ id }) => id === act.payment);
    const refund = payment?.refunds[act.number];
    if (!payment || !refund) return { refused: 'refund.unknown' };
    if (act.how === 'sent') {
      if (refund.state !== 'asked') return { done: false };
      refund.state = 'sent';
      return { done: true };
    }
    if (refund.state === 'failed') return { done: false };
    refund.state = 'failed';
    wallets.moveMoney(payment.person, payment.currency, 'refund-failed', refund.taken);
    takeReturnedMoney(wallets, payment, refund.taken);
    return { done: true };
  }

  private refundFound(wallets: Wallets, { id, payment: paymentId, amount }: ActOf<'refund found'>): Answer {
    const payment = this.payments.find((each) => each.id === paymentId);
    if (!payment) return { refused: 'payment.unknown' };
    const known = payment.refunds.find((refund) => refund.id === id);
    if (known) return { taken: known.taken };
    if (amount > unrefunded(payment)) return { refused: 'refund.too-much' };
    const taken = takeFromWallet(wallets, payment, { what: 'refund', most: amount });
    payment.refunds.push({ id, state: 'sent', amount, taken });
    return { taken };
  }

  private dispute(wallets: Wallets, act: ActOf<'dispute'>): Answer {
    const payment = this.payments.find(({ id }) => id === act.payment);
    if (!payment) return { refused: 'payment.unknown' };
    const known = payment.disputes.find(({ id }) => id === act.id);
    if (known && payment.disputes.some(({ id }) => id === failureDisputeId(payment)))
      return { taken: known.taken, dispute: known.state };
    if (act.id === failureDisputeId(payment)) {
      const open = payment.disputes.filter(({ state }) => state === 'open');
      for (const each of open.toSorted(byId)) loseDispute(wallets, payment, each);
    }
    const dispute = known ?? beginDispute(wallets, payment, act);
    if (act.state === 'lost' && dispute.state !== 'lost') loseDispute(wallets, payment, dispute);
    const isReturned =
      act.state === 'won'
        ? dispute.state === 'open' || dispute.state === 'lost'
        : act.state === 'prevented' && dispute.state === 'open';
    if (isReturned) {
      wallets.moveMoney(payment.person, payment.currency, 'dispute-won', dispute.taken);
      const back = dispute.taken;
      Object.assign(dispute, { state: act.state, amount: 0, taken: 0 });
      passClaimOn(wallets, payment, back);
    }
    return { taken: dispute.taken, dispute: dispute.state };
  }
}

/**
 * A new dispute claims the part of its payment that no other open or lost dispute claims. It takes that
 * amount from the wallet, or as much of it as the wallet has.
 */
function beginDispute(wallets: Wallets, payment: Payment, act: ActOf<'dispute'>): Dispute {
  const hasClaim = act.state === 'open' || act.state === 'lost';
  const amount = hasClaim ? Math.min(act.amount, unclaimed(payment)) : 0;
  const taken = takeFromWallet(wallets, payment, { what: 'dispute', most: amount });
  const dispute: Dispute = { id: act.id, state: 'open', reported: act.amount, amount, taken };
  payment.disputes.push(dispute);
  return dispute;
}

/** Passes a released claim on to the other disputes, which take the money that it gave back. */
function passClaimOn(wallets: Wallets, payment: Payment, back: number): void {
  let rest = back;
  for (const dispute of payment.disputes.filter(hasClaim).toSorted(byId)) {
    const more = Math.min(dispute.reported - dispute.amount, unclaimed(payment));
    const taken = takeFromWallet(wallets, payment, { what: 'dispute', most: Math.min(more, rest) });
    dispute.amount += more;
    dispute.taken += taken;
    rest -= taken;
  }
}

function unclaimed({ amount, disputes }: Payment): number {
  return amount - sum(disputes, 'amount');
}

function loseDispute(wallets: Wallets, payment: Payment, dispute: Dispute): void {
  dispute.amount = Math.min(dispute.reported, dispute.amount + unclaimed(payment));
  dispute.taken += takeFromWallet(wallets, payment, {
    what: 'dispute',
    most: dispute.amount - dispute.taken,
  });
  dispute.state = 'lost';
}

function hasClaim({ state }: Dispute): boolean {
  return state === 'open' || state === 'lost';
}

function failureDisputeId({ id }: Payment): string {
  return `failed:${id}`;
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/**
 * Takes at most the amount that no refund or dispute has taken of the payment, and at most what the wallet
 * has.
 */
function takeFromWallet(
  wallets: Wallets,
  payment: Payment,
  { what, most }: { what: string; most: number },
): number {
  const { person, currency, amount, disputes } = payment;
  const alreadyTaken = sum(notFailed(payment), 'taken') + sum(disputes, 'taken');
  const taken = Math.min(most, amount - alreadyTaken, wallets.available(person, currency));
  wallets.moveMoney(person, currency, what, -taken);
  return taken;
}

/** Disputes take the money of a failed refund, up to the amounts that they still miss. */
function takeReturnedMoney(wallets: Wallets, payment: Payment, back: number): void {
  let rest = back;
  for (const dispute of payment.disputes.filter(hasClaim).toSorted(byId)) {
    const most = Math.min(rest, dispute.amount - dispute.taken);
    const again = takeFromWallet(wallets, payment, { what: 'dispute', most });
    dispute.taken += again;
    rest -= again;
  }
}

function notFailed({ refunds }: Payment): Refund[] {
  return refunds.filter(({ state }) => state !== 'failed');
}

function unrefunded(payment: Payment): number {
  return payment.amount - sum(notFailed(payment), 'amount');
}

function sum(items: readonly (Refund | Dispute)[], of: 'amount' | 'taken'): number {
  return items.reduce((total, item) => total + item[of], 0);
}
