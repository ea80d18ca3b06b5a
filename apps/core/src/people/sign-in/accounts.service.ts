import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountQuestionsService } from '../users/account-questions.service.js';
import { AttemptsService } from '../passwords/attempts.service.js';
import { asAddress } from '../users/address.js';
import { deviceFromCookies, newDevice, type Device } from '../users/device-cookie.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { PeopleService, type KnownPerson } from '../users/people.service.js';

/** A request to sign in. */
export interface SignIn {
  email: string;
  password: string;
  /** As `NetworksService` names it. */
  network: string;
  /** The Cookie header of the request. */
  cookies: string | undefined;
}

/** The values of the two cookies that signing in sets. */
export interface SignedInBrowser {
  token: string;
  device: Device;
}

/** Signs people in, and adds people for operators. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly people: PeopleService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
    private readonly questions: AccountQuestionsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Signs a person in.
   * @throws Refusal `account.unknown`, `account.wrong-password`, `account.locked`, `request.too-many`
   */
  async signIn({ email, password, network, cookies }: SignIn): Promise<SignedInBrowser> {
    const address = asAddress(email);
    const user = await this.people.personWithAddress(address);
    const known = user ? this.deviceOf(user, cookies) : undefined;
    const attempt = { account: user?.id ?? address, network, deviceId: known?.id };
    await this.attempts.beginAttempt(attempt);
    const right = await this.passwords.matches(password, user?.passwordHash ?? null, network);
    if (!user || !right) {
      const mayReveal = await this.questions.mayReveal({ network, address, reveals: !user });
      if (user || !mayReveal) throw new Refusal('account.wrong-password');
      await this.attempts.giveBackNetworkTry(attempt);
      throw new Refusal('account.unknown');
    }
    await this.attempts.giveBackTry(attempt);
    if (user.lockedAt) throw new Refusal('account.locked');
    const device = known ?? newDevice(user, this.config.SECRET_KEY);
    return { token: await this.beginSession(user), device };
  }

  /**
   * Begins a session for a person who has proven their identity without a password.
   * @throws Refusal `account.locked`
   */
  async beginProvenSession(
    tx: EntityManager,
    userId: string,
    cookies: string | undefined,
  ): Promise<SignedInBrowser> {
    const person = await this.people.personForUpdate(tx, userId);
    if (person.lockedAt) throw new Refusal('account.locked');
    const device = this.deviceOf(person, cookies) ?? newDevice(person, this.config.SECRET_KEY);
    return { token: await this.sessions.beginSession(userId, tx), device };
  }

  /** Adds a person for an operator, or returns the person who has the address already. */
  async addUser(email: string, password: string): Promise<{ userId: string; added: boolean }> {
    const passwordHash = await this.passwords.hashPassword(password, 'operator');
    const person = { address: asAddress(email), provenBy: 'operator', passwordHash } as const;
    const userId = await this.transactions.run((tx) => this.people.addPerson(tx, person));
    if (userId !== undefined) return { userId, added: true };
    return { userId: await this.userIdOf(email), added: false };
  }

  /** @throws Refusal `account.unknown` */
  async userIdOf(email: string): Promise<string> {
    const user = await this.people.personWithAddress(asAddress(email));
    if (!user) throw new Refusal('account.unknown', `There is no account with the address ${email}.`);
    return user.id;
  }

  /**
   * Begins a session after a right password. Serialised with a reset by the person's row: if the reset wins,
   * the old password is refused; otherwise the reset waits and ends the new session.
   */
  private beginSession({ id, passwordHash }: KnownPerson): Promise<string> {
    return this.transactions.run(async (tx) => {
      if (!(await this.people.stillHasPassword(tx, { userId: id, passwordHash }))) {
        throw new Refusal('account.wrong-password');
      }
      return this.sessions.beginSession(id, tx);
    });
  }

  /** The device in a Cookie header, if this person signed in on it before. */
  private deviceOf(owner: KnownPerson, cookies: string | undefined): Device | undefined {
    const { SECRET_KEY: secretKey, PUBLIC_URL: publicUrl } = this.config;
    return deviceFromCookies(cookies, { owner, secretKey, publicUrl });
  }
}
