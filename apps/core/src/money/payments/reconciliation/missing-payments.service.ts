import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currencies } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { hasLeft } from '../../../people/users/person-locks.query.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { changed, one } from '../../../platform/database/sql.js';
import { TransactionsService } from '../../../platform/database/transactions.service.js';
import type { ReadIntent } from '../provider/intent.js';
import { PaymentReconciliation } from './payment-reconciliation.service.js';
import { StripeService } from '../provider/stripe.service.js';

/** The decision of staff to credit a payment that this database lacks. */
interface Decision {
  intentId: string;
  /** The payer, if core does not know the person who began the payment. */
  owner: string | undefined;
  actor: string;
  reason: string;
}

/**
 * Credits payments that succeeded at the provider and that this database lacks, because it was restored from
 * an older backup.
 */
@Injectable()
export class MissingPaymentsService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly stripe: StripeService,
    private readonly reconciliation: PaymentReconciliation,
    private readonly audit: AuditService,
  ) {}

  /**
   * Stores the payment as `processing`, then reads it from the provider, which credits it. Idempotent.
   * @returns the owner of the payment, and whether this call added it to the database
   * @throws Refusal `payment.unknown` when the provider has no such payment of ours; `account.unknown` when
   *   this database lacks the person who began the payment, and staff name no person
   */
  async credit(decision: Decision): Promise<{ owner: string; amount: Money; added: boolean }> {
    const intent = await this.stripe.readIntent(decision.intentId);
    const amount = intent && amountOf(intent);
    if (!intent || !amount)
      throw new Refusal(
        'payment.unknown',
        'The provider has no payment of ours with this id that succeeded.',
      );
    const written = await this.transactions.run((tx) =>
      this.recordPayment(tx, intent, { ...decision, amount }),
    );
    await this.reconciliation.readPayment(intent.id);
    return { ...written, amount };
  }

  private async recordPayment(
    tx: EntityManager,
    intent: ReadIntent,
    { owner: namedOwner, amount, actor, reason }: Decision & { amount: Money },
  ): Promise<{ owner: string; added: boolean }> {
    const known = await one<{ owner: string }>(
      tx,
      'SELECT owner_id AS owner FROM payments WHERE intent_id = :id OR id::text = :paymentId',
      { id: intent.id, paymentId: intent.paymentId ?? '' },
    );
    if (known) return { owner: known.owner, added: false };
    const owner = (await personOf(tx, intent)) ?? namedOwner;
    if (owner === undefined)
      throw new Refusal(
        'account.unknown',
        'The person who began it has no account: say with --person whose payment it is.',
      );
    const { minor, currency } = amount;
    const added = await changed(
      tx,
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state,
        next_look_at)
       VALUES (:id, :owner, :currency, :minor ::int, ARRAY[:minor ::int], :intentId, 'processing', app_now())
       ON CONFLICT DO NOTHING`,
      { id: idOf(intent), owner, currency, minor, intentId: intent.id },
    );
    if (added === 0) return { owner, added: false };
    await this.audit.recordAct(tx, { actor, act: 'payments credit', subject: owner, reason });
    return { owner, added: true };
  }
}

/** @returns undefined for a payment that has not succeeded, or was not begun here */
function amountOf({ status, paymentId, currency: reported, minor }: ReadIntent): Money | undefined {
  const currency = currencies.find((name) => name === reported);
  if (status !== 'succeeded' || paymentId === undefined || currency === undefined) return undefined;
  return money(minor, currency);
}

/** The person who began the payment, if they still have an account. */
async function personOf(tx: EntityManager, { ownerId }: ReadIntent): Promise<string | undefined> {
  if (ownerId === undefined || !uuid.test(ownerId) || (await hasLeft(tx, ownerId))) return undefined;
  return ownerId;
}

function idOf({ paymentId }: ReadIntent): string {
  return paymentId !== undefined && uuid.test(paymentId) ? paymentId : randomUUID();
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
