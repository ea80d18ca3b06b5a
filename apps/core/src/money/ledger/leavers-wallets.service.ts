import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { all } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { LedgerService } from './ledger.service.js';

/** Exports the ledger's rows of a person, and gives up their money when they leave. The rows stay. */
@Injectable()
export class LeaversWalletsService {
  constructor(
    private readonly ledger: LedgerService,
    personalData: PersonalDataService,
  ) {
    personalData.register({
      name: 'ledger',
      exportOf: (queries, userId) =>
        all(
          queries,
          `SELECT t.created_at AS at, t.kind, t.currency, t.amount_minor, t.job_id, t.key,
                  s.captured_minor, s.returned_minor, s.created_at AS settled_at
           FROM ledger_accounts w JOIN transfers t ON t.wallet_id = w.id
             LEFT JOIN settlements s ON s.hold_id = t.id
           WHERE w.owner_id = :userId ORDER BY t.id`,
          { userId },
        ),
    });
  }

  /**
   * Locks every wallet of a person until the transaction ends.
   * @returns the posted amounts that are not 0, held money included
   */
  async lockAll(tx: EntityManager, owner: string): Promise<Money[]> {
    const rows = await all<{ currency: Currency; postedMinor: number }>(
      tx,
      'SELECT money AS currency, posted AS posted_minor FROM ledger_lock(:owner)',
      { owner },
    );
    return rows.flatMap(({ currency, postedMinor }) =>
      postedMinor === 0 ? [] : [money(postedMinor, currency)],
    );
  }

  /**
   * Gives up the remaining money of a person who leaves: one transfer for each wallet.
   * @throws Error when a wallet was given up before
   */
  async forfeit(tx: EntityManager, owner: string, amounts: readonly Money[]): Promise<void> {
    for (const amount of amounts) {
      const key = `forfeited:${owner}:${amount.currency}`;
      const written = await this.ledger.postTransfer(tx, { kind: 'forfeited', owner, amount, key });
      if (!written) throw new Error(`The transfer ${key} was made before`);
    }
  }
}
