import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { AccountQuestionsService } from '../users/account-questions.service.js';
import { AddressChangesService } from '../users/address-changes.service.js';
import { asAddress } from '../users/address.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import type { CodeHolder } from '../email-codes/email-code.js';
import { EmailCodesService, type TypedCode } from '../email-codes/email-codes.service.js';
import { BudgetsService, type NamedBudget } from '../../platform/http/network/budgets.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';

/** Codes that one person may have mailed, to whatever addresses: nobody sends our mail to many strangers. */
const codesOfAPerson: NamedBudget = { name: 'address codes', points: 15, seconds: 3_600, shared: true };

/** Changes of one person, each of which is mailed to all their addresses: a warning drowns in no hundred others. */
const changesOfAPerson: NamedBudget = { name: 'address changes', points: 20, seconds: 3_600, shared: true };

/** What somebody does with their own addresses. */
@Injectable()
export class OwnAddressesService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly changes: AddressChangesService,
    private readonly codes: EmailCodesService,
    private readonly sessions: SessionsService,
    private readonly questions: AccountQuestionsService,
    private readonly budgets: BudgetsService,
  ) {}

  /**
   * Mails a code to an address that is to be added.
   * @returns the mail's id
   * @throws Refusal `address.yours`, `address.taken`, `address.full`, `request.too-many`
   */
  async askCode(person: SignedIn, { email, network }: { email: string; network: string }): Promise<string> {
    const address = asAddress(email);
    const change = { userId: person.userId, address };
    await this.changes.forgetOld();
    // It tells who has an account, as sign-up does, and shares the budget of such answers.
    const isTaken = await this.changes.isTaken(change);
    const mayTell = await this.questions.mayTell({ network, address, tells: isTaken });
    if (isTaken && mayTell) throw new Refusal('address.taken');
    await this.changes.checkRoom(change);
    await this.budgets.take(codesOfAPerson, person.userId);
    return this.codes.send(holderOf(person, address), { network });
  }

  /** @throws Refusal `address.wrong-code`, `address.yours`, `address.taken`, `address.full`, `request.too-many` */
  async confirm(person: SignedIn, typed: TypedCode & { email: string }): Promise<void> {
    const holder = holderOf(person, asAddress(typed.email));
    if (!(await this.codes.isRight(holder, typed))) throw new Refusal('address.wrong-code');
    await this.transactions.run(async (tx) => {
      if (!(await this.codes.use(tx, holder, typed.code))) throw new Refusal('address.wrong-code');
      await this.changes.add(tx, { userId: person.userId, address: holder.address });
      // A reset of the same moment has ended the session, or it waits and then stops the change.
      if (!(await this.sessions.stillValid(tx, person.sessionId))) throw new Refusal('session.missing');
    });
  }

  /** @throws Refusal `address.unknown`, `address.primary`, `request.too-many` */
  async remove({ userId }: SignedIn, email: string): Promise<void> {
    await this.budgets.take(changesOfAPerson, userId);
    await this.transactions.run((tx) => this.changes.remove(tx, { userId, address: asAddress(email) }));
  }

  /** @throws Refusal `address.unknown`, `request.too-many` */
  async makePrimary(person: SignedIn, email: string): Promise<void> {
    await this.budgets.take(changesOfAPerson, person.userId);
    await this.transactions.run(async (tx) => {
      await this.changes.makePrimary(tx, { userId: person.userId, address: asAddress(email) });
      await this.sessions.endOthersOf(tx, person);
    });
  }
}

/** Only the session that asked can use a code: nobody adds an address with a code that somebody else was mailed. */
function holderOf({ sessionId }: SignedIn, address: string): CodeHolder {
  return { purpose: 'address', address, askedBy: sessionId };
}
