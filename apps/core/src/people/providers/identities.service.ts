import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { AccountListeners } from '../users/account-listeners.service.js';
import { WaysInService } from '../users/ways-in.service.js';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import type { Identity } from './who.js';

/** Which of our people a provider means: by its own name for them (issuer and subject), never by an address. */
@Injectable()
export class IdentitiesService {
  constructor(waysIn: WaysInService, accounts: AccountListeners, personalData: PersonalDataService) {
    accounts.whenSecured((tx, userId) => this.forgetNewLinks(tx, userId));
    waysIn.addLister(async (queries, userId) => {
      const providers = await this.providersOf(queries, userId);
      return providers.map((provider) => ({ provider, address: null }));
    });
    personalData.keptBy({
      name: 'providers',
      tell: (queries, userId) =>
        all(
          queries,
          'SELECT provider, issuer, subject, created_at FROM identities WHERE user_id = :userId ORDER BY created_at',
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
   * @param isLinked whether the person was there before; else they join by it
   * @returns false when the identity is somebody's already
   */
  async add(
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

  /** With which providers a person signs in. */
  async providersOf(queries: Queries, userId: string): Promise<ProviderName[]> {
    const rows = await all<{ provider: ProviderName }>(
      queries,
      'SELECT DISTINCT provider FROM identities WHERE user_id = :userId ORDER BY provider',
      { userId },
    );
    return rows.map(({ provider }) => provider);
  }

  /**
   * Somebody who was in the account may have linked a provider of their own, by an address that they added. It goes with
   * their changes of addresses; whoever has an address that stays is linked again when they come by it.
   */
  private async forgetNewLinks(queries: Queries, userId: string): Promise<void> {
    await changed(
      queries,
      `DELETE FROM identities
       WHERE user_id = :userId AND is_linked AND created_at > app_now() - make_interval(secs => :life)`,
      { userId, life: lifeSeconds.addressChange },
    );
  }

  /** The person signs in with this provider no more. */
  async remove(queries: Queries, userId: string, provider: ProviderName): Promise<void> {
    await changed(queries, 'DELETE FROM identities WHERE user_id = :userId AND provider = :provider', {
      userId,
      provider,
    });
  }
}
