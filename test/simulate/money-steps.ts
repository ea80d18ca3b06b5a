import type { Currency } from '@sixpence/contracts/currencies';
import { currencies, type Act, type ActOf } from './act.js';
import type { Random } from './random.js';

const recentPayments = 6;

interface Payment {
  id: string;
  amount: number;
  disputes: string[];
}

/** Draws random acts about payments. */
export class MoneySteps {
  private readonly payments: Payment[] = [];

  constructor(
    private readonly random: Random,
    private readonly people: number,
    private readonly record: <A extends Act>(act: A) => A,
  ) {}

  drawAct(): Act {
    const share = this.random.share();
    if (share < 0.35) return this.topUp();
    if (share < 0.57) return this.refund();
    if (share < 0.72) return this.refundEnds();
    if (share < 0.79) return this.refundFound();
    return this.dispute();
  }

  /** Acts that conflict when they happen at the same moment. */
  pairs(person: number): (() => [Act, Act])[] {
    return [
      () => [this.topUp(person), this.refund(person)],
      () => twice(this.topUp(person)),
      () => twice(this.refundFound()),
      () => twice(this.refundEnds()),
      () => twice(this.dispute()),
      () => [this.refund(person), this.refund(person)],
      () => [this.refund(person), this.dispute()],
      () => [this.refund(person), this.refundFound()],
      () => [this.refundEnds(), this.dispute()],
      () => [this.dispute(), this.dispute()],
    ];
  }

  /** All acts that may follow one payment. */
  ofOnePayment(): Act[] {
    const topUp = this.topUp();
    const payment = this.payments.at(-1);
    const dispute = this.dispute(payment);
    return [
      topUp,
      this.refund(topUp.person),
      this.refundEnds(payment),
      this.refundFound(payment),
      dispute,
      this.record({ ...dispute, state: this.random.pick(['won', 'lost'] as const) }),
    ];
  }

  /** A refund that fails after a dispute has claimed its payment, and the end of that dispute. */
  lateRefund(): Act[] {
    const topUp = this.topUp();
    const { payment: id, person, currency } = topUp;
    const refund: Act = { do: 'refund', person, currency, amount: this.random.between(1, topUp.amount) };
    const dispute = this.dispute(this.payments.at(-1));
    return [
      topUp,
      this.record(refund),
      dispute,
      this.record({ do: 'refund ends', payment: id, number: 0, how: 'failed' }),
      this.record({ ...dispute, state: this.random.pick(['won', 'lost'] as const) }),
    ];
  }

  refund(person = this.person()): ActOf<'refund'> {
    const amount = this.random.share() < 0.3 ? undefined : this.random.between(1, 200);
    return this.record({ do: 'refund', person, currency: this.currency(), amount });
  }

  dispute(payment = this.payment()): ActOf<'dispute'> {
    const known = this.random.share() < 0.6 ? payment.disputes.at(-1) : undefined;
    if (known === undefined && this.random.share() < 0.25) {
      const late = { what: 'late-failure' as const, state: 'lost' as const, amount: payment.amount };
      return this.record({ do: 'dispute', id: `failed:${payment.id}`, payment: payment.id, ...late });
    }
    const id = known ?? this.random.uuid();
    if (known === undefined) payment.disputes.push(id);
    const state = this.random.pick(known === undefined ? opening : closing);
    const amount = this.amountOf(id, payment.amount);
    return this.record({ do: 'dispute', id, payment: payment.id, amount, what: 'dispute', state });
  }

  private topUp(person = this.person()): ActOf<'top up'> {
    const payment = { id: this.random.uuid(), amount: this.random.between(30, 300), disputes: [] };
    this.payments.push(payment);
    const { id, amount } = payment;
    return this.record({ do: 'top up', payment: id, person, currency: this.currency(), amount });
  }

  private refundEnds({ id: payment } = this.payment()): Act {
    const how = this.random.share() < 0.6 ? 'failed' : 'sent';
    const number = this.random.between(0, 2);
    return this.record({ do: 'refund ends', payment, number, how });
  }

  private refundFound({ id: payment, amount } = this.payment()): Act {
    const some = this.random.between(1, amount);
    return this.record({ do: 'refund found', id: this.random.uuid(), payment, amount: some });
  }

  /** The same amount for every act of a dispute: the whole payment, or half of it. */
  private amountOf(dispute: string, paid: number): number {
    return Number.parseInt(dispute.slice(-1), 16) % 3 === 0 ? Math.ceil(paid / 2) : paid;
  }

  private payment(): Payment {
    // Without payments, draws the id of a payment that the ledger does not know.
    if (this.payments.length === 0) this.topUp();
    return this.random.pick(this.payments.slice(-recentPayments));
  }

  private currency(): Currency {
    return this.random.share() < 0.9 ? 'GBP' : this.random.pick(currencies);
  }

  private person(): number {
    return this.random.between(0, this.people - 1);
  }
}

const opening = ['open', 'open', 'open', 'lost', 'won', 'prevented'] as const;
const closing = ['won', 'lost', 'won', 'lost', 'open', 'prevented'] as const;

function twice(act: Act): [Act, Act] {
  return [act, act];
}
