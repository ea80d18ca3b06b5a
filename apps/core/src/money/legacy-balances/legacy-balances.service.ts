import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountListeners } from '../../people/users/account-listeners.service.js';
import { CreditsService } from '../ledger/credits.service.js';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { isRelay } from './apple-relay.js';

/** The number of the advisory lock: arbitrary, and the same in all of Sixpence's processes. */
const proofsLock = 7_316_003;

/**
 * The balances of the previous version. Each waits for its address and moves once, to the person who proves
 * that address.
 */
@Injectable()
export class LegacyBalancesService {
  constructor(
    private readonly database: DataSource,
    private readonly credits: CreditsService,
    accounts: AccountListeners,
    personalData: PersonalDataService,
  ) {
    personalData.register({
      name: 'previous version',
      exportOf: (queries, userId) => this.claimedBy(userId, queries),
    });
    accounts.proven.add(async (tx, { userId, address }) => {
      await this.lockProofs(tx, 'shared');
      await this.claim(tx, { userId, address });
    });
  }

  /**
   * Moves the balances that wait for this address to its person. A relay address of Apple claims nothing.
   * @returns the currencies of the moved balances
   * @throws Error when a balance was claimed at the same moment
   */
  async claim(
    tx: EntityManager,
    { userId, address }: { userId: string; address: string },
  ): Promise<Currency[]> {
    if (isRelay(address)) return [];
    const waitingBalances = await all<{ id: string; currency: Currency; amountMinor: number }>(
      tx,
      `SELECT id, currency, amount_minor FROM legacy_balances
       WHERE address_hash = :addressHash AND claimed_at IS NULL ORDER BY currency`,
      { addressHash: hashLegacyAddress(address) },
    );
    for (const { id, currency, amountMinor } of waitingBalances) {
      const amount = money(amountMinor, currency);
      await this.credits.carryOver(tx, { owner: userId, amount, key: `legacy-claim:${id}` });
      const claimed = await changed(
        tx,
        `UPDATE legacy_balances SET claimed_by = :userId, claimed_at = app_now()
         WHERE id = :id AND claimed_at IS NULL`,
        { id, userId },
      );
      if (claimed !== 1)
        throw new Error(`The balance ${id} of the previous version was claimed concurrently`);
    }
    return waitingBalances.map(({ currency }) => currency);
  }

  /**
   * Serialises proofs of addresses and imports by an advisory lock: if the import wins, the proof finds the
   * imported balance; otherwise the import finds the proven address. Proofs (`shared`) do not wait for each
   * other.
   */
  async lockProofs(tx: EntityManager, mode: 'shared' | 'exclusive'): Promise<void> {
    const lock =
      mode === 'shared'
        ? 'SELECT pg_advisory_xact_lock_shared(:proofsLock)'
        : 'SELECT pg_advisory_xact_lock(:proofsLock)';
    await one(tx, lock, { proofsLock });
  }

  /** The balances that a person has claimed, one sum for each currency. */
  async claimedBy(userId: string, queries: Queries = this.database): Promise<Money[]> {
    const rows = await all<{ currency: Currency; amountMinor: number }>(
      queries,
      `SELECT currency, sum(amount_minor)::bigint AS amount_minor FROM legacy_balances
       WHERE claimed_by = :userId GROUP BY currency ORDER BY currency DESC`,
      { userId },
    );
    return rows.map(({ amountMinor, currency }) => money(amountMinor, currency));
  }
}

/**
 * The table holds hashes, so that a copy of it shows no addresses. The hash of a person who has left stays,
 * so that no second claim is possible. The hash has no secret key, because balances wait longer than a key
 * lives.
 */
export function hashLegacyAddress(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}
