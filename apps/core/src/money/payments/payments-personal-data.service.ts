import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { all, changed, one } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';

/**
 * Exports the payments of a person. Leaving is refused while a bank is deciding a payment; otherwise it
 * removes the digits of cards. The rows stay, because receipts and the ledger refer to them.
 */
@Injectable()
export class PaymentsPersonalDataService {
  constructor(personalData: PersonalDataService) {
    personalData.register({
      name: 'payments',
      exportOf: async (queries, userId) => ({
        payments: await all(
          queries,
          `SELECT id, created_at AS begun_at, state, currency, amount_minor, number, method, last_four,
                  credited_at, refunded_minor, intent_id
           FROM payments WHERE owner_id = :userId ORDER BY created_at`,
          { userId },
        ),
        topUpsClosed: await all(
          queries,
          'SELECT closed_at AS at, reason FROM closed_top_ups WHERE owner_id = :userId',
          { userId },
        ),
      }),
      refuseLeaving: async (tx, userId) => {
        const processing = `SELECT 1 FROM payments WHERE owner_id = :userId AND state = 'processing' LIMIT 1`;
        if (await one(tx, processing, { userId })) throw new Refusal('leaving.payment-under-way');
      },
      // Open payments are given up when the account is closed (`SecuredPayersService`).
      forget: async (tx, userId) => {
        const noCard = 'UPDATE payments SET method = NULL, last_four = NULL WHERE owner_id = :userId';
        await changed(tx, noCard, { userId });
      },
    });
  }
}
