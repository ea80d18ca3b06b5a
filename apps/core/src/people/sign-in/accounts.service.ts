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

/** What somebody who wants to sign in says, and where they say it. */
export interface SignIn {
  email: string;
  password: string;
  /** Where the request comes from. */
  network: string;
  /** Its Cookie header. */
  cookies: string | undefined;
}

/** What the browser keeps of it. */
export interface SignedInBrowser {
  token: string;
  device: Device;
}

/** People: who they are and how they sign in. */
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
    const user = await this.people.withAddress(address);
    const known = user ? this.deviceOf(user, cookies) : undefined;
    const attempt = { account: user?.id ?? address, network, deviceId: known?.id };
    await this.attempts.begin(attempt);
    const right = await this.passwords.matches(password, user?.passwordHash ?? null, network);
    if (!user || !right) {
      const mayTell = await this.questions.mayTell({ network, address, tells: !user });
      if (user || !mayTell) throw new Refusal('account.wrong-password');
      await this.attempts.guessedNothing(attempt);
      throw new Refusal('account.unknown');
    }
    await this.attempts.succeeded(attempt);
    if (user.lockedAt) throw new Refusal('account.locked');
    const device = known ?? newDevice(user, this.config.SECRET_KEY);
    return { token: await this.begin(user), device };
  }

  /** A session for somebody who has shown who they are by other means than a password. @throws Refusal `account.locked` */
  async letIn(tx: EntityManager, userId: string, cookies: string | undefined): Promise<SignedInBrowser> {
    const person = await this.people.locked(tx, userId);
    if (person.lockedAt) throw new Refusal('account.locked');
    const device = this.deviceOf(person, cookies) ?? newDevice(person, this.config.SECRET_KEY);
    return { token: await this.sessions.begin(userId, tx), device };
  }

  /** Adds a person, or returns the one who has the address already. For operators; people sign up by themselves. */
  async addUser(email: string, password: string): Promise<{ userId: string; added: boolean }> {
    const passwordHash = await this.passwords.hash(password, 'operator');
    const person = { address: asAddress(email), provenBy: 'operator', passwordHash } as const;
    const userId = await this.transactions.run((tx) => this.people.add(tx, person));
    if (userId !== undefined) return { userId, added: true };
    return { userId: await this.userIdOf(email), added: false };
  }

  /** @throws Refusal `account.unknown` */
  async userIdOf(email: string): Promise<string> {
    const user = await this.people.withAddress(asAddress(email));
    if (!user) throw new Refusal('account.unknown');
    return user.id;
  }

  /**
   * A session for a password that was right. A reset of the same moment waits until it is there and ends it, or was first,
   * and then the password is not right any more.
   */
  private begin({ id, passwordHash }: KnownPerson): Promise<string> {
    return this.transactions.run(async (tx) => {
      if (!(await this.people.stillHas(tx, { userId: id, passwordHash }))) {
        throw new Refusal('account.wrong-password');
      }
      return this.sessions.begin(id, tx);
    });
  }

  /** The browser behind a Cookie header, if this person has signed in on it. */
  private deviceOf(owner: KnownPerson, cookies: string | undefined): Device | undefined {
    const { SECRET_KEY: secretKey, PUBLIC_URL: publicUrl } = this.config;
    return deviceFromCookies(cookies, { owner, secretKey, publicUrl });
  }
}
