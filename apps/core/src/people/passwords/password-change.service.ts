import { Inject, Injectable } from '@nestjs/common';
import { isGoodPassword } from '@sixpence/contracts/password-rules';
import { Refusal } from '@sixpence/contracts/refusals';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { AccountListeners } from '../users/account-listeners.service.js';
import { newDevice, type Device } from '../users/device-cookie.js';
import { PasswordsService } from './passwords.service.js';
import { ReauthenticationService } from './reauthentication.service.js';
import { PeopleService } from '../users/people.service.js';
import { SecurityMailsService } from '../users/security-mails.service.js';

interface PasswordChange {
  person: SignedIn;
  /** Absent when the person has no password. */
  present: string | undefined;
  password: string;
  /** As `NetworksService` names it. */
  network: string;
  /** The Cookie header of the request. */
  cookies: string | undefined;
}

/** Sets another password, or a first one, for a signed-in person. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly people: PeopleService,
    private readonly passwords: PasswordsService,
    private readonly reauthentication: ReauthenticationService,
    private readonly sessions: SessionsService,
    private readonly listeners: AccountListeners,
    private readonly mails: SecurityMailsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Sets the password and ends everything that was opened with the old one, except this session. A person
   * without a password must have signed in just now: otherwise a stranger at a browser that was left open
   * could set a password, and keep access for good.
   * @returns the browser's new device, because the old one was signed for the old password
   * @throws Refusal `account.weak-password`, `account.unproven`, `password.wrong`, `request.too-many`,
   *   `session.missing`
   */
  async changePassword(wanted: PasswordChange): Promise<Device> {
    const { person: asker, present = '' } = wanted;
    const { userId } = asker;
    if (!isGoodPassword(wanted.password)) throw new Refusal('account.weak-password');
    const presentHash = await this.people.passwordHashOf(userId);
    if (presentHash === null) await this.reauthentication.requireFreshSignIn(asker);
    else if (!(await this.reauthentication.isRightPassword({ ...wanted, password: present }, presentHash)))
      throw new Refusal('password.wrong');
    const passwordHash = await this.passwords.hashPassword(wanted.password, wanted.network);
    await this.transactions.run(async (tx) => {
      const person = await this.people.personForUpdate(tx, userId);
      // A reset, or a change in another browser, was committed after `presentHash` was read.
      if (person.passwordHash !== presentHash) throw new Refusal('password.wrong');
      // The session may have been ended meanwhile, by the person or by staff who locked the account.
      if (!(await this.sessions.isUnexpired(tx, asker.sessionId))) throw new Refusal('session.missing');
      await this.people.changePassword(tx, { userId, passwordHash });
      await this.sessions.endOtherSessions(tx, asker);
      await this.listeners.secured.notify(tx, userId);
      await this.mails.mailNews(tx, userId, presentHash === null ? 'password-set' : 'password-changed');
    });
    return newDevice({ id: userId, passwordHash }, this.config.SECRET_KEY);
  }
}
