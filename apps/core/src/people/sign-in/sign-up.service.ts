import { Inject, Injectable } from '@nestjs/common';
import { isGoodPassword } from '@sixpence/contracts/password-rules';
import { Refusal } from '@sixpence/contracts/refusals';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import type { CodeOrigin } from '../email-codes/email-code.js';
import { EmailCodesService, type TypedCode } from '../email-codes/email-codes.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountQuestionsService } from '../users/account-questions.service.js';
import type { SignedInBrowser } from './accounts.service.js';
import { asAddress } from '../users/address.js';
import { newDevice } from '../users/device-cookie.js';
import { NewcomersService } from './newcomers.service.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { PeopleService } from '../users/people.service.js';

interface SignUp extends TypedCode {
  email: string;
  password: string;
}

/** Signs people up: an address, the code mailed to it, and a password. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly people: PeopleService,
    private readonly codes: EmailCodesService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly questions: AccountQuestionsService,
    private readonly newcomers: NewcomersService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Mails a code to an address without an account. A network may learn about a limited number of addresses
   * whether they have an account. Any further address gets a code, with or without an account.
   * @returns the mail's id
   * @throws Refusal `account.exists`, `request.too-many`
   */
  async askCode({ email, ...origin }: CodeOrigin & { email: string }): Promise<string> {
    const address = asAddress(email);
    const isTaken = (await this.people.personWithAddress(address)) !== undefined;
    const mayReveal = await this.questions.mayReveal({ network: origin.network, address, reveals: isTaken });
    if (isTaken && mayReveal) throw new Refusal('account.exists');
    return this.codes.sendCode({ purpose: 'sign-up', address }, origin);
  }

  /**
   * Uses the code up, makes the account, and begins its session, in one transaction.
   * @throws Refusal `account.weak-password`, `sign-up.wrong-code`, `request.too-many`, `account.exists`
   */
  async signUp(wanted: SignUp): Promise<SignedInBrowser> {
    const { email, code, password } = wanted;
    const holder = { purpose: 'sign-up', address: asAddress(email) } as const;
    if (!isGoodPassword(password)) throw new Refusal('account.weak-password');
    if (!(await this.codes.isRightCode(holder, wanted))) throw new Refusal('sign-up.wrong-code');
    const passwordHash = await this.passwords.hashPassword(password, wanted.network);
    return this.transactions.run(async (tx) => {
      if (!(await this.codes.useCode(tx, holder, code))) throw new Refusal('sign-up.wrong-code');
      const person = { address: holder.address, provenBy: 'code', passwordHash } as const;
      const userId = await this.people.addPerson(tx, person);
      // The code was right, so this person reads the mail of the address and may know that it has an account.
      if (userId === undefined) throw new Refusal('account.exists');
      await this.newcomers.countNewcomer(tx, { userId, network: wanted.network });
      const token = await this.sessions.beginSession(userId, tx);
      return { token, device: newDevice({ id: userId, passwordHash }, this.config.SECRET_KEY) };
    });
  }
}
