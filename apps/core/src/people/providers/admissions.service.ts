import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import type { ProvenAddress } from '../users/account-listeners.service.js';
import { AccountsService, type SignedInBrowser } from '../sign-in/accounts.service.js';
import { NewcomersService } from '../sign-in/newcomers.service.js';
import { PeopleService } from '../users/people.service.js';
import { SecurityMailsService } from '../users/security-mails.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { IdentitiesService } from './identities.service.js';
import type { Identity } from './who.js';

/** Somebody whom a provider has sent, and what they came for. */
interface Arrival {
  identity: Identity;
  isSignUp: boolean;
  cookies: string | undefined;
  /** Where the request comes from. */
  network: string;
}

/** An arrival of whom somebody vouches that the address is theirs. */
type ProvenArrival = Arrival & Pick<ProvenAddress, 'address' | 'provenBy'>;

/** What becomes of an arrival. */
export type Admission =
  | { to: '/dashboard' | '/welcome'; signedIn: SignedInBrowser }
  | { to: '/login?error=signup-required' | '/signup?error=login-required' };

const signUpFirst: Admission = { to: '/login?error=signup-required' };
const signInInstead: Admission = { to: '/signup?error=login-required' };

/** Who is let in when a provider has sent them, and which account is theirs. */
@Injectable()
export class AdmissionsService {
  constructor(
    private readonly identities: IdentitiesService,
    private readonly people: PeopleService,
    private readonly newcomers: NewcomersService,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly mails: SecurityMailsService,
  ) {}

  /**
   * By the provider's own name for them, whatever it says of their address.
   * @returns undefined when nobody is known by it
   * @throws Refusal `account.locked`
   */
  async byIdentity(tx: EntityManager, arrival: Arrival): Promise<Admission | undefined> {
    const userId = await this.held(tx, () => this.identities.userOf(tx, arrival.identity));
    if (userId === undefined) return undefined;
    if (arrival.isSignUp) return signInInstead;
    return { to: '/dashboard', signedIn: await this.accounts.letIn(tx, userId, arrival.cookies) };
  }

  /**
   * By a proven address, for an identity that nobody has yet: signing up makes an account, signing in finds one.
   * @throws Refusal `account.locked`, `account.exists` when the identity has become somebody's at this moment
   */
  async byAddress(tx: EntityManager, arrival: ProvenArrival): Promise<Admission> {
    const ownerId = await this.held(tx, async () => (await this.people.withAddress(arrival.address, tx))?.id);
    if (arrival.isSignUp) return ownerId === undefined ? this.join(tx, arrival) : signInInstead;
    return ownerId === undefined ? signUpFirst : this.link(tx, arrival, ownerId);
  }

  /**
   * Whom a way leads to. A reset or the stop of a change, which takes ways away, comes before it, and they are not found by
   * it any more, or after it, and ends what begins by it as well.
   */
  private async held(
    tx: EntityManager,
    find: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const userId = await find();
    if (userId === undefined) return undefined;
    await this.people.locked(tx, userId);
    return (await find()) === userId ? userId : undefined;
  }

  private async join(tx: EntityManager, arrival: ProvenArrival): Promise<Admission> {
    const { address, provenBy, cookies, network } = arrival;
    const userId = await this.people.add(tx, { address, provenBy, passwordHash: null });
    // Somebody has taken the address since it was looked up.
    if (userId === undefined) return signInInstead;
    await this.newcomers.joined(tx, { userId, network });
    await this.connect(tx, arrival.identity, { userId, isLinked: false });
    return { to: '/welcome', signedIn: await this.accounts.letIn(tx, userId, cookies) };
  }

  /**
   * An account has proven addresses only, so that whoever made it read the mail of this one as well. They may have been
   * its reader before today's: their sessions end.
   */
  private async link(tx: EntityManager, arrival: ProvenArrival, userId: string): Promise<Admission> {
    await this.connect(tx, arrival.identity, { userId, isLinked: true });
    await this.sessions.endAllOf(tx, userId);
    await this.mails.tell(tx, userId, 'provider-linked');
    return { to: '/dashboard', signedIn: await this.accounts.letIn(tx, userId, arrival.cookies) };
  }

  private async connect(
    tx: EntityManager,
    identity: Identity,
    whose: { userId: string; isLinked: boolean },
  ): Promise<void> {
    if (!(await this.identities.add(tx, identity, whose))) throw new Refusal('account.exists');
  }
}
