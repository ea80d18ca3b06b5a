import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { all, changed, one } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountListeners } from './account-listeners.service.js';

/** Locks people's accounts, and closes the account of a person who leaves. */
@Injectable()
export class LockedAccountsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly listeners: AccountListeners,
    personalData: PersonalDataService,
  ) {
    personalData.register({
      name: 'account',
      exportOf: async (queries, userId) => ({
        ...(await one<object>(queries, 'SELECT id, created_at, locked_at FROM users WHERE id = :userId', {
          userId,
        })),
        addresses: await all(
          queries,
          `SELECT address, proven_at, proven_by, is_primary, undeliverable_at, leaving_at FROM addresses
           WHERE user_id = :userId ORDER BY proven_at, address`,
          { userId },
        ),
      }),
      forget: async (tx, userId) => {
        await changed(tx, 'DELETE FROM address_changes WHERE user_id = :userId', { userId });
        await changed(tx, 'DELETE FROM addresses WHERE user_id = :userId', { userId });
      },
    });
  }

  /**
   * Refuses every sign-in of this person, and ends their sessions and what listeners of `secured` end.
   * @returns false when the person was locked already
   */
  async lockAccount(tx: EntityManager, userId: string): Promise<boolean> {
    const locked = await changed(
      tx,
      'UPDATE users SET locked_at = app_now() WHERE id = :userId AND locked_at IS NULL',
      { userId },
    );
    await this.endEverything(tx, userId);
    return locked === 1;
  }

  /** @returns false when the person was not locked */
  async unlockAccount(tx: EntityManager, userId: string): Promise<boolean> {
    const unlocked = await changed(
      tx,
      'UPDATE users SET locked_at = NULL WHERE id = :userId AND locked_at IS NOT NULL AND erased_at IS NULL',
      { userId },
    );
    // Without this, a session that began while the account was being locked would become valid.
    await this.sessions.endAllSessions(userId, tx);
    return unlocked === 1;
  }

  /** Locks the person's row: until the transaction ends, no row can be added that belongs to the person. */
  async lockPerson(tx: EntityManager, userId: string): Promise<void> {
    await one(tx, 'SELECT 1 FROM users WHERE id = :userId FOR UPDATE', { userId });
  }

  /** Makes the row a pseudonym that cannot sign in. @returns false when the person has left already */
  async pseudonymise(tx: EntityManager, userId: string): Promise<boolean> {
    const left = await changed(
      tx,
      `UPDATE users SET erased_at = app_now(), locked_at = coalesce(locked_at, app_now()),
         password_hash = NULL, joined_network = NULL
       WHERE id = :userId AND erased_at IS NULL`,
      { userId },
    );
    await this.endEverything(tx, userId);
    return left === 1;
  }

  private async endEverything(tx: EntityManager, userId: string): Promise<void> {
    await this.sessions.endAllSessions(userId, tx);
    await this.listeners.secured.notify(tx, userId);
  }
}
