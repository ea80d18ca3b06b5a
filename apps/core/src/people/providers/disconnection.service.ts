import { Injectable } from '@nestjs/common';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { Refusal } from '@sixpence/contracts/refusals';
import { PeopleService } from '../users/people.service.js';
import { SecurityMailsService } from '../users/security-mails.service.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { IdentitiesService } from './identities.service.js';

/** Disconnects a provider from an account. */
@Injectable()
export class DisconnectionService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly people: PeopleService,
    private readonly identities: IdentitiesService,
    private readonly mails: SecurityMailsService,
  ) {}

  /**
   * @throws Refusal `provider.unknown`; `provider.last-way` when the account has no other provider and no
   *   password
   */
  async disconnectProvider(userId: string, provider: ProviderName): Promise<void> {
    await this.transactions.run(async (tx) => {
      // Serialised with another disconnection by the person's row: the second one sees that only one provider
      // is left, and is refused if the person has no password.
      const { passwordHash } = await this.people.personForUpdate(tx, userId);
      const providers = await this.identities.providersOf(tx, userId);
      if (!providers.includes(provider)) throw new Refusal('provider.unknown');
      if (providers.length === 1 && passwordHash === null) throw new Refusal('provider.last-way');
      await this.identities.removeIdentity(tx, userId, provider);
      await this.mails.mailNews(tx, userId, 'provider-removed');
    });
  }
}
