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

/** An arbitrary number that all of Sixpence's processes agree on. */
const proofsLock = 7_316_003;

/** The balances of the previous version: each waits for its address, and moves once, to whoever proves it. */
@Injectable()
export class LegacyBalancesService {
  constructor(
    private readonly database: DataSource,
    private readonly credits: CreditsService,
    accounts: AccountListeners,
    personalData: PersonalDataService,
  ) {
    personalData.keptBy({
      name: 'previous version',
      tell: (queries, userId) => this.claimedBy(userId, queries),
    });
    accounts.whenProven(async (tx, { userId, address }) => {
      await this.lockProofs(tx, 'shared');
      await this.claim(tx, { userId, address });
    });
  }

  /**
   * Gives a person what waits for their address. A relay address of Apple claims nothing.
   * @returns the currencies of it
   */
  async claim(
    tx: EntityManager,
    { userId, address }: { userId: string; address: string },
  ): Promise<Currency[]> {
    if (isRelay(address)) return [];
    const waiting = await all<{ id: string; currency: Currency; amountMinor: number }>(
      tx,
      `SELECT id, currency, amount_minor FROM legacy_balances
       WHERE address_hash = :addressHash AND claimed_at IS NULL ORDER BY currency`,
      { addressHash: hashLegacyAddress(address) },
    );
    for (const { id, currency, amountMinor } of waiting) {
      const amount = money(amountMinor, currency);
      await this.credits.carryOver(tx, { owner: userId, amount, key: `legacy-claim:${id}` });
      const claimed = await changed(
        tx,
        `UPDATE legacy_balances SET claimed_by = :userId, claimed_at = app_now()
         WHERE id = :id AND claimed_at IS NULL`,
        { id, userId },
      );
      if (claimed !== 1) throw new Error(`The balance ${id} of the previous version was claimed meanwhile`);
    }
    return waiting.map(({ currency }) => currency);
  }

  /**
   * Keeps proofs of addresses and the end of an import apart: whichever is second sees what the first has written, so that
   * no balance stays behind between them.
   */
  async lockProofs(tx: EntityManager, how: 'shared' | 'alone'): Promise<void> {
    const lock =
      how === 'shared'
        ? 'SELECT pg_advisory_xact_lock_shared(:proofsLock)'
        : 'SELECT pg_advisory_xact_lock(:proofsLock)';
    await one(tx, lock, { proofsLock });
  }

  /** What a person has brought along, one amount a currency. */
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
 * The table tells whoever reads a copy of it no addresses, and after somebody has left it still knows that theirs was paid.
 * Without a secret, because balances wait for longer than secrets live.
 */
export function hashLegacyAddress(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}
