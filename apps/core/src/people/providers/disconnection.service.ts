import { Injectable } from '@nestjs/common';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { Refusal } from '@sixpence/contracts/refusals';
import { PeopleService } from '../users/people.service.js';
import { SecurityMailsService } from '../users/security-mails.service.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { IdentitiesService } from './identities.service.js';

/** How somebody gives up signing in by a provider. */
@Injectable()
export class DisconnectionService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly people: PeopleService,
    private readonly identities: IdentitiesService,
    private readonly mails: SecurityMailsService,
  ) {}

  /** @throws Refusal `provider.unknown`, `provider.last-way` when no other provider and no password is left */
  async disconnect(userId: string, provider: ProviderName): Promise<void> {
    await this.transactions.run(async (tx) => {
      // Two at the same moment would each take the other for the way that stays.
      const { passwordHash } = await this.people.locked(tx, userId);
      const providers = await this.identities.providersOf(tx, userId);
      if (!providers.includes(provider)) throw new Refusal('provider.unknown');
      if (providers.length === 1 && passwordHash === null) throw new Refusal('provider.last-way');
      await this.identities.remove(tx, userId, provider);
      await this.mails.tell(tx, userId, 'provider-removed');
    });
  }
}
