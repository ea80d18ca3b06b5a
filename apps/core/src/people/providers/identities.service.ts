import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { AccountListeners } from '../users/account-listeners.service.js';
import { SignInMethodsService } from '../users/sign-in-methods.service.js';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import type { Identity } from './provider-claims.js';

/** Maps a provider's identities to accounts. An identity is issuer and subject, never an address. */
@Injectable()
export class IdentitiesService {
  constructor(
    signInMethods: SignInMethodsService,
    accounts: AccountListeners,
    personalData: PersonalDataService,
  ) {
    accounts.secured.add((tx, userId) => this.forgetNewLinks(tx, userId));
    signInMethods.addLister(async (queries, userId) => {
      const providers = await this.providersOf(queries, userId);
      return providers.map((provider) => ({ provider, address: null }));
    });
    personalData.register({
      name: 'providers',
      exportOf: (queries, userId) =>
        all(
          queries,
          `SELECT provider, issuer, subject, created_at FROM identities
           WHERE user_id = :userId ORDER BY created_at`,
          { userId },
        ),
      forget: async (tx, userId) => {
        await changed(tx, 'DELETE FROM identities WHERE user_id = :userId', { userId });
      },
    });
  }

  async userOf(queries: Queries, { issuer, subject }: Identity): Promise<string | undefined> {
    const row = await one<{ userId: string }>(
      queries,
      'SELECT user_id FROM identities WHERE issuer = :issuer AND subject = :subject',
      { issuer, subject },
    );
    return row?.userId;
  }

  /**
   * @param owner.isLinked whether the account existed before; false when the person joins with this
   *   identity
   * @returns false when an account has the identity already
   */
  async addIdentity(
    queries: Queries,
    identity: Identity,
    { userId, isLinked }: { userId: string; isLinked: boolean },
  ): Promise<boolean> {
    const added = await changed(
      queries,
      `INSERT INTO identities (issuer, subject, provider, user_id, is_linked)
       VALUES (:issuer, :subject, :provider, :userId, :isLinked)
       ON CONFLICT (issuer, subject) DO NOTHING`,
      { ...identity, userId, isLinked },
    );
    return added === 1;
  }

  /** The providers that a person can sign in with. */
  async providersOf(queries: Queries, userId: string): Promise<ProviderName[]> {
    const rows = await all<{ provider: ProviderName }>(
      queries,
      'SELECT DISTINCT provider FROM identities WHERE user_id = :userId ORDER BY provider',
      { userId },
    );
    return rows.map(({ provider }) => provider);
  }

  /**
   * Removes links of the last 72 hours: changes of addresses of the same age are undone, too. An intruder may
   * have linked a provider of their own through an address that they added. A person who keeps their address
   * is linked again at the next sign-in.
   */
  private async forgetNewLinks(queries: Queries, userId: string): Promise<void> {
    await changed(
      queries,
      `DELETE FROM identities
       WHERE user_id = :userId AND is_linked AND created_at > app_now() - make_interval(secs => :life)`,
      { userId, life: lifeSeconds.addressChange },
    );
  }

  async removeIdentity(queries: Queries, userId: string, provider: ProviderName): Promise<void> {
    await changed(queries, 'DELETE FROM identities WHERE user_id = :userId AND provider = :provider', {
      userId,
      provider,
    });
  }
}
