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
import type { Identity } from './provider-claims.js';

/** A person who came back from a provider, and the flow that the person began. */
interface Arrival {
  identity: Identity;
  isSignUp: boolean;
  cookies: string | undefined;
  /** As `NetworksService` names it. */
  network: string;
}

/** An arrival whose address is proven, by the provider or by a mailed code. */
type ProvenArrival = Arrival & Pick<ProvenAddress, 'address' | 'provenBy'>;

/** The page to which core redirects an arrival, and the session if the person is signed in. */
export type Admission =
  | { to: '/dashboard' | '/welcome'; signedIn: SignedInBrowser }
  | { to: '/login?error=signup-required' | '/signup?error=login-required' };

const signUpFirst: Admission = { to: '/login?error=signup-required' };
const signInInstead: Admission = { to: '/signup?error=login-required' };

/** Decides which account a person who came back from a provider has, and whether the person is signed in. */
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
   * Admits by identity, which is the provider's own id of the person. The address that the provider reports
   * does not matter.
   * @returns undefined when no account has the identity
   * @throws Refusal `account.locked`
   */
  async admitByIdentity(tx: EntityManager, arrival: Arrival): Promise<Admission | undefined> {
    const userId = await this.lockAccountOf(tx, () => this.identities.userOf(tx, arrival.identity));
    if (userId === undefined) return undefined;
    if (arrival.isSignUp) return signInInstead;
    return {
      to: '/dashboard',
      signedIn: await this.accounts.beginProvenSession(tx, userId, arrival.cookies),
    };
  }

  /**
   * Admits by a proven address, when no account has the identity. Signing up makes an account; signing in
   * links an existing one.
   * @throws Refusal `account.locked`; `account.exists` when another transaction has just connected the
   *   identity
   */
  async admitByAddress(tx: EntityManager, arrival: ProvenArrival): Promise<Admission> {
    const ownerId = await this.lockAccountOf(
      tx,
      async () => (await this.people.personWithAddress(arrival.address, tx))?.id,
    );
    if (arrival.isSignUp) return ownerId === undefined ? this.join(tx, arrival) : signInInstead;
    return ownerId === undefined ? signUpFirst : this.link(tx, arrival, ownerId);
  }

  /**
   * Finds the account of an identity or address, and locks its row. Serialised with a reset or a stopped
   * change by that row: if the other transaction wins, the identity or address may be removed and is looked
   * up again; otherwise the other transaction waits and ends the session that begins here.
   */
  private async lockAccountOf(
    tx: EntityManager,
    find: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const userId = await find();
    if (userId === undefined) return undefined;
    await this.people.personForUpdate(tx, userId);
    return (await find()) === userId ? userId : undefined;
  }

  private async join(tx: EntityManager, arrival: ProvenArrival): Promise<Admission> {
    const { address, provenBy, cookies, network } = arrival;
    const userId = await this.people.addPerson(tx, { address, provenBy, passwordHash: null });
    // Another transaction took the address after it was looked up.
    if (userId === undefined) return signInInstead;
    await this.newcomers.countNewcomer(tx, { userId, network });
    await this.connect(tx, arrival.identity, { userId, isLinked: false });
    return { to: '/welcome', signedIn: await this.accounts.beginProvenSession(tx, userId, cookies) };
  }

  /**
   * Linking is safe, because accounts have proven addresses only: the owner of the account once read the mail
   * of this address. But the owner may be an earlier reader of the mailbox, so all sessions of the account
   * end.
   */
  private async link(tx: EntityManager, arrival: ProvenArrival, userId: string): Promise<Admission> {
    await this.connect(tx, arrival.identity, { userId, isLinked: true });
    await this.sessions.endAllSessions(userId, tx);
    await this.mails.mailNews(tx, userId, 'provider-linked');
    return {
      to: '/dashboard',
      signedIn: await this.accounts.beginProvenSession(tx, userId, arrival.cookies),
    };
  }

  private async connect(
    tx: EntityManager,
    identity: Identity,
    account: { userId: string; isLinked: boolean },
  ): Promise<void> {
    if (!(await this.identities.addIdentity(tx, identity, account))) throw new Refusal('account.exists');
  }
}
