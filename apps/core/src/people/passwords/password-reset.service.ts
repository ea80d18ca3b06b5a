import { Inject, Injectable } from '@nestjs/common';
import { isGoodPassword } from '@sixpence/contracts/password-rules';
import { Refusal } from '@sixpence/contracts/refusals';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import type { CodeOrigin } from '../email-codes/email-code.js';
import { EmailCodesService, type TypedCode } from '../email-codes/email-codes.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountListeners } from '../users/account-listeners.service.js';
import { AccountQuestionsService } from '../users/account-questions.service.js';
import { AddressChangesService } from '../users/address-changes.service.js';
import { asAddress } from '../users/address.js';
import { deviceFromCookies, newDevice, type Device } from '../users/device-cookie.js';
import { PasswordsService } from './passwords.service.js';
import { PeopleService, type KnownPerson } from '../users/people.service.js';
import { SecurityMailsService } from '../users/security-mails.service.js';

interface Reset extends TypedCode {
  email: string;
  /** The Cookie header of the request. */
  cookies?: string | undefined;
  password: string;
}

/** Sets a new password for a person who forgot the old one, or fears that others know it. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly people: PeopleService,
    private readonly codes: EmailCodesService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly listeners: AccountListeners,
    private readonly questions: AccountQuestionsService,
    private readonly changes: AddressChangesService,
    private readonly mails: SecurityMailsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Mails a code to an address with an account. A network may learn about a limited number of addresses
   * whether they have an account. Any further address gets a code, with or without an account.
   * @returns the mail's id
   * @throws Refusal `account.unknown`, `request.too-many`
   */
  async askCode({
    email,
    cookies,
    ...origin
  }: CodeOrigin & { email: string; cookies?: string }): Promise<string> {
    const address = asAddress(email);
    const person = await this.people.personWithAddress(address);
    const mayReveal = await this.questions.mayReveal({ network: origin.network, address, reveals: !person });
    if (!person && mayReveal) throw new Refusal('account.unknown');
    return this.codes.sendCode(
      { purpose: 'reset', address },
      { ...origin, deviceId: this.deviceOf(person, cookies) },
    );
  }

  /** The device's id, if this person signed in on the browser before. */
  private deviceOf(person: KnownPerson | undefined, cookies: string | undefined): string | undefined {
    const { SECRET_KEY: secretKey, PUBLIC_URL: publicUrl } = this.config;
    return person && deviceFromCookies(cookies, { owner: person, secretKey, publicUrl })?.id;
  }

  /**
   * Sets a new password and ends everything that was opened with the old one: every session, and what other
   * features end through `AccountListeners`. Stops changes of addresses that can still be stopped. Begins no
   * session. The browser becomes a known device, so wrong passwords from its network do not lock out the
   * person who reads the mail.
   * @throws Refusal `account.weak-password`, `reset.wrong-code`, `request.too-many`; `account.unknown` when
   *   the code is right and the address has no account
   */
  async confirmReset(wanted: Reset): Promise<Device> {
    const { email, code, password } = wanted;
    const holder = { purpose: 'reset', address: asAddress(email) } as const;
    if (!isGoodPassword(password)) throw new Refusal('account.weak-password');
    const deviceId = this.deviceOf(await this.people.personWithAddress(holder.address), wanted.cookies);
    if (!(await this.codes.isRightCode(holder, { ...wanted, deviceId })))
      throw new Refusal('reset.wrong-code');
    const passwordHash = await this.passwords.hashPassword(password, wanted.network);
    return this.transactions.run(async (tx) => {
      const person = await this.people.personWithAddress(holder.address, tx);
      if (!(await this.codes.useCode(tx, holder, code))) throw new Refusal('reset.wrong-code');
      if (!person) throw new Refusal('account.unknown');
      await this.people.changePassword(tx, { userId: person.id, passwordHash });
      await this.people.markDeliverable(tx, holder.address);
      await this.changes.stopChangesAfterReset(tx, { userId: person.id, address: holder.address });
      await this.sessions.endAllSessions(person.id, tx);
      await this.listeners.secured.notify(tx, person.id);
      await this.mails.mailNews(tx, person.id, 'password-changed');
      return newDevice({ id: person.id, passwordHash }, this.config.SECRET_KEY);
    });
  }
}
