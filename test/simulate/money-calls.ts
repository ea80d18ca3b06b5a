import type { CreditingService } from '@sixpence/core/money/payments/reconciliation/crediting.service';
import type { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import type { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import type { Act, ActOf, Answer } from './act.js';
import type { SeedData } from './seed-data.js';

/** Core's own services, on the caller’s connection. */
export interface MoneyServices {
  crediting: Pick<CreditingService, 'creditPayment'>;
  refunds: Pick<RefundsService, 'askRefund' | 'bookSent' | 'bookFailed' | 'bookProviderRefund'>;
  disputes: Pick<DisputesService, 'bookDispute'>;
}

/**
 * Runs a statement outside of a transaction.
 * @returns its rows
 */
export type RunSql = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

export type MoneyAct = ActOf<'top up' | 'refund' | 'refund ends' | 'refund found' | 'dispute'>;
const moneyActs: readonly Act['do'][] = ['top up', 'refund', 'refund ends', 'refund found', 'dispute'];

export function isMoneyAct(act: Act): act is MoneyAct {
  return moneyActs.includes(act.do);
}

/** Applies payments, refunds to cards, and disputes, as the provider reports them. */
export async function applyMoneyAct(
  { crediting, refunds, disputes }: MoneyServices,
  runSql: RunSql,
  { seedData, act }: { seedData: SeedData; act: MoneyAct },
): Promise<Answer> {
  switch (act.do) {
    case 'top up': {
      const { payment: id, currency, amount: minor } = act;
      await runSql(
        `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
         VALUES ($1, $2, $3, $4::bigint, ARRAY[$4::bigint]::int[], $5, 'processing') ON CONFLICT DO NOTHING`,
        [id, seedData.people[act.person]!.id, currency, minor, intentOf(id)],
      );
      const state = await crediting.creditPayment({
        id: intentOf(id),
        status: 'succeeded',
        minor,
        currency,
        paymentId: id,
        clientSecret: undefined,
        method: 'visa',
        lastFour: '4242',
      });
      return { done: state === 'succeeded' };
    }
    case 'refund': {
      const { person, currency, amount } = act;
      const owner = seedData.people[person]!.id;
      const refund = await refunds.askRefund({ owner, currency, amountMinor: amount, by: 'person' });
      const shares = refund.refunds.map(({ paymentId, minor }) => ({ paymentId, minor }));
      return { shares, available: refund.available.minor };
    }
    case 'refund ends': {
      const [refund] = await runSql(
        'SELECT id FROM payment_refunds WHERE payment_id = $1 ORDER BY created_at OFFSET $2 LIMIT 1',
        [act.payment, act.number],
      );
      if (!refund) return { refused: 'refund.unknown' };
      const id = String(refund['id']);
      return {
        done: act.how === 'sent' ? await refunds.bookSent(id, `re_${id}`) : await refunds.bookFailed(id),
      };
    }
    case 'refund found': {
      const { id: providerId, payment: paymentId, amount: minor } = act;
      const { takenMinor } = await refunds.bookProviderRefund({ paymentId, providerId, minor });
      return { taken: takenMinor };
    }
    case 'dispute': {
      const { id, payment: paymentId, amount: minor, what, state: told } = act;
      const { takenMinor, state } = await disputes.bookDispute({ id, paymentId, what, minor, state: told });
      return { taken: takenMinor, dispute: state };
    }
  }
}

const intentOf = (payment: string) => `pi_${payment}`;
