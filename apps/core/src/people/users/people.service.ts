import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { AccountListeners, type ProvenAddress, type ProvenBy } from './account-listeners.service.js';

/** A person, as sign-in and reset need them. */
export interface KnownPerson {
  id: string;
  passwordHash: string | null;
  lockedAt: Date | null;
}

/**
 * A proven address, as the account page shows it. The table holds only proven addresses. So no person can
 * reserve another person's address, and code that reads the table (sign-in, reset, balances, print by mail)
 * need not check the proof.
 */
export interface KnownAddress {
  address: string;
  /** The address that screens show for this person, and to which mail goes. Each person has exactly one. */
  isPrimary: boolean;
  provenAt: Date;
  /** The time from which a mail server refuses mail to this address for good. */
  undeliverableAt: Date | null;
  /**
   * The time at which the address is deleted, because the person removed it. Until then it works as before,
   * so a thief cannot take it away at once.
   */
  leavingAt: Date | null;
}

/** People and their addresses. Every address parameter is as `asAddress` writes it. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly database: DataSource,
    private readonly listeners: AccountListeners,
    mail: MailService,
  ) {
    mail.refused.add((address) => this.markUndeliverable(address));
  }

  /** The person who has this address, primary or not. */
  async personWithAddress(
    address: string,
    queries: Queries = this.database,
  ): Promise<KnownPerson | undefined> {
    return one(
      queries,
      `SELECT u.id, u.password_hash, u.locked_at FROM addresses a JOIN users u ON u.id = a.user_id
       WHERE a.address = :address AND (a.leaving_at IS NULL OR a.leaving_at > app_now())`,
      { address },
    );
  }

  /** The addresses of a person, the primary one first. */
  addressesOf(userId: string, queries: Queries = this.database): Promise<KnownAddress[]> {
    return all(
      queries,
      `SELECT address, is_primary, undeliverable_at, proven_at, leaving_at FROM addresses
       WHERE user_id = :userId AND (leaving_at IS NULL OR leaving_at > app_now())
       ORDER BY is_primary DESC, proven_at, address`,
      { userId },
    );
  }

  /** The stored hash; null when the person has no password. */
  async passwordHashOf(userId: string): Promise<string | null> {
    const row = await one<{ passwordHash: string | null }>(
      this.database,
      'SELECT password_hash FROM users WHERE id = :userId',
      { userId },
    );
    return row?.passwordHash ?? null;
  }

  /**
   * The person, with the row locked until the transaction ends.
   * @throws Refusal `session.missing` when there is no such person
   */
  async personForUpdate(tx: EntityManager, userId: string): Promise<KnownPerson> {
    const person = await one<KnownPerson>(
      tx,
      'SELECT id, password_hash, locked_at FROM users WHERE id = :userId FOR NO KEY UPDATE',
      { userId },
    );
    if (!person) throw new Refusal('session.missing');
    return person;
  }

  /**
   * Maps each of these addresses that has an owner to the owner's id. The rows stay locked until the
   * transaction ends, so no account with one of these addresses is erased meanwhile.
   */
  async ownersOf(tx: EntityManager, addresses: readonly string[]): Promise<Map<string, string>> {
    const rows = await all<{ address: string; userId: string }>(
      tx,
      `SELECT address, user_id FROM addresses
       WHERE address = ANY(:addresses) AND (leaving_at IS NULL OR leaving_at > app_now())
       ORDER BY address FOR KEY SHARE`,
      { addresses },
    );
    return new Map(rows.map(({ address, userId }) => [address, userId]));
  }

  /**
   * Adds a person with their first address.
   * @returns the person's id; undefined when another person has the address
   */
  async addPerson(
    tx: EntityManager,
    person: { address: string; provenBy: ProvenBy; passwordHash: string | null },
  ): Promise<string | undefined> {
    const { address, provenBy, passwordHash } = person;
    await this.deleteExpiredAddress(tx, address);
    // Inserts the address first: two concurrent sign-ups conflict on this row.
    const added = await one<{ id: string }>(
      tx,
      `WITH free AS (
         INSERT INTO addresses (address, user_id, proven_by, is_primary)
         VALUES (:address, :id, :provenBy, true)
         ON CONFLICT (address) DO NOTHING RETURNING user_id
       )
       INSERT INTO users (id, password_hash) SELECT user_id, :passwordHash FROM free RETURNING id`,
      { id: randomUUID(), address, provenBy, passwordHash },
    );
    if (added) await this.listeners.proven.notify(tx, { userId: added.id, address, provenBy });
    return added?.id;
  }

  /** Adds one more address to a person. @returns false when a person has it already */
  async addAddress(tx: EntityManager, proven: ProvenAddress): Promise<boolean> {
    await this.deleteExpiredAddress(tx, proven.address);
    const added = await changed(
      tx,
      `INSERT INTO addresses (address, user_id, proven_by, is_primary)
       VALUES (:address, :userId, :provenBy, false)
       ON CONFLICT (address) DO NOTHING`,
      { ...proven },
    );
    if (added === 1) await this.listeners.proven.notify(tx, proven);
    return added === 1;
  }

  /** Makes an address the person's only primary one. */
  async setPrimary(
    tx: EntityManager,
    { userId, address }: { userId: string; address: string },
  ): Promise<void> {
    await changed(tx, 'UPDATE addresses SET is_primary = false WHERE user_id = :userId AND is_primary', {
      userId,
    });
    const set = await changed(
      tx,
      'UPDATE addresses SET is_primary = true WHERE user_id = :userId AND address = :address',
      { userId, address },
    );
    if (set !== 1) throw new Error('The new primary address does not exist');
  }

  async changePassword(
    tx: EntityManager,
    { userId, passwordHash }: { userId: string; passwordHash: string | null },
  ): Promise<void> {
    await changed(tx, 'UPDATE users SET password_hash = :passwordHash WHERE id = :userId', {
      userId,
      passwordHash,
    });
  }

  /** Whether this is still the person's password. It cannot change until the transaction ends. */
  async stillHasPassword(
    tx: EntityManager,
    { userId, passwordHash }: { userId: string; passwordHash: string | null },
  ): Promise<boolean> {
    const row = await one(
      tx,
      'SELECT 1 FROM users WHERE id = :userId AND password_hash = :passwordHash FOR SHARE',
      { userId, passwordHash },
    );
    return row !== undefined;
  }

  /** Marks the address as deliverable, because mail to it has arrived. */
  async markDeliverable(tx: EntityManager, address: string): Promise<void> {
    await changed(tx, 'UPDATE addresses SET undeliverable_at = NULL WHERE address = :address', { address });
  }

  /** Deletes an address whose removal time has passed, so that another person can add it. */
  private async deleteExpiredAddress(tx: EntityManager, address: string): Promise<void> {
    await changed(tx, 'DELETE FROM addresses WHERE address = :address AND leaving_at <= app_now()', {
      address,
    });
  }

  private async markUndeliverable(address: string): Promise<void> {
    await changed(
      this.database,
      `UPDATE addresses SET undeliverable_at = app_now()
       WHERE address = :address AND undeliverable_at IS NULL`,
      { address },
    );
  }
}
