import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { all, one } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';

/**
 * Exports the refunds and disputes of a person, and refuses leaving while a refund is not yet sent. The rows
 * stay, because the ledger refers to them.
 */
@Injectable()
export class RefundsPersonalDataService {
  constructor(personalData: PersonalDataService) {
    personalData.register({
      name: 'refunds',
      exportOf: (queries, userId) =>
        all(
          queries,
          `SELECT 'refund' AS what, r.created_at AS at, r.state, p.currency, r.amount_minor, r.payment_id
           FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE p.owner_id = :userId
           UNION ALL
           SELECT d.what, d.created_at, d.state, p.currency, d.amount_minor, d.payment_id
           FROM payment_disputes d JOIN payments p ON p.id = d.payment_id WHERE p.owner_id = :userId
           ORDER BY at`,
          { userId },
        ),
      refuseLeaving: async (tx, userId) => {
        const unsentRefund = `SELECT 1 FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
          WHERE p.owner_id = :userId AND r.state = 'asked' LIMIT 1`;
        if (await one(tx, unsentRefund, { userId })) throw new Refusal('leaving.payment-under-way');
      },
    });
  }
}
