import { Injectable } from '@nestjs/common';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { PeopleService } from '../users/people.service.js';
import { SignInMethodsService } from '../users/sign-in-methods.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';

/** Collects everything that the account page shows about the signed-in person. */
@Injectable()
export class AccountDetailsService {
  constructor(
    private readonly people: PeopleService,
    private readonly signInMethods: SignInMethodsService,
    private readonly sessions: SessionsService,
  ) {}

  async detailsOf({ userId, sessionId }: SignedIn): Promise<AccountDetails> {
    const addresses = await this.people.addressesOf(userId);
    const sessions = await this.sessions.sessionsOf(userId);
    return {
      addresses: addresses.map(({ address, isPrimary, undeliverableAt, provenAt, leavingAt }) => ({
        address,
        isPrimary,
        isUndeliverable: undeliverableAt !== null,
        provenAt: provenAt.toISOString(),
        leavesAt: leavingAt?.toISOString() ?? null,
      })),
      hasPassword: (await this.people.passwordHashOf(userId)) !== null,
      providers: await this.signInMethods.providersOf(userId),
      sessions: sessions.map(({ id, device, firstSeenAt, lastSeenAt }) => ({
        id,
        device,
        firstSeenAt: firstSeenAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isThis: id === sessionId,
      })),
    };
  }
}
