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

/**
 * Codes that one person may request in an hour, for all addresses together. So an account cannot be used to
 * mail many strangers.
 */
const codesOfAPerson: NamedBudget = { name: 'address codes', points: 15, seconds: 3_600, shared: true };

/**
 * Changes by one person. Each change is mailed to all of the person's addresses, and a flood of mails would
 * hide a warning.
 */
const changesOfAPerson: NamedBudget = { name: 'address changes', points: 20, seconds: 3_600, shared: true };

/** Lets a signed-in person add, confirm, remove, and choose their addresses. */
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
   * Mails a code to the address that the person wants to add.
   * @returns the mail's id
   * @throws Refusal `address.yours`, `address.taken`, `address.full`, `request.too-many`
   */
  async askCode(person: SignedIn, { email, network }: { email: string; network: string }): Promise<string> {
    const address = asAddress(email);
    const change = { userId: person.userId, address };
    await this.changes.deleteOldChanges();
    // `address.taken` reveals that an address has an account. Sign-up reveals the same, so this call and
    // sign-up share one budget.
    const isTaken = await this.changes.isTaken(change);
    const mayReveal = await this.questions.mayReveal({ network, address, reveals: isTaken });
    if (isTaken && mayReveal) throw new Refusal('address.taken');
    await this.changes.checkOwnAddresses(change);
    await this.budgets.takeTry(codesOfAPerson, person.userId);
    return this.codes.sendCode(holderOf(person, address), { network });
  }

  /**
   * @throws Refusal `address.wrong-code`, `address.yours`, `address.taken`, `address.full`,
   *   `request.too-many`, `session.missing`
   */
  async confirmAddress(person: SignedIn, typed: TypedCode & { email: string }): Promise<void> {
    const holder = holderOf(person, asAddress(typed.email));
    if (!(await this.codes.isRightCode(holder, typed))) throw new Refusal('address.wrong-code');
    await this.transactions.run(async (tx) => {
      if (!(await this.codes.useCode(tx, holder, typed.code))) throw new Refusal('address.wrong-code');
      await this.changes.addAddress(tx, { userId: person.userId, address: holder.address });
      // Serialised with a password reset by the row of the session. If the reset wins, this session has ended
      // and the change is refused; otherwise the reset waits for this change and then undoes it.
      if (!(await this.sessions.isUnexpired(tx, person.sessionId))) throw new Refusal('session.missing');
    });
  }

  /** @throws Refusal `address.unknown`, `address.primary`, `request.too-many` */
  async removeAddress({ userId }: SignedIn, email: string): Promise<void> {
    await this.budgets.takeTry(changesOfAPerson, userId);
    await this.transactions.run((tx) =>
      this.changes.removeAddress(tx, { userId, address: asAddress(email) }),
    );
  }

  /** @throws Refusal `address.unknown`, `request.too-many` */
  async makePrimary(person: SignedIn, email: string): Promise<void> {
    await this.budgets.takeTry(changesOfAPerson, person.userId);
    await this.transactions.run(async (tx) => {
      await this.changes.makePrimary(tx, { userId: person.userId, address: asAddress(email) });
      await this.sessions.endOtherSessions(tx, person);
    });
  }
}

/**
 * Binds the code to the session that requested it: a code that another session requested adds no address
 * here.
 */
function holderOf({ sessionId }: SignedIn, address: string): CodeHolder {
  return { purpose: 'address', address, askedBy: sessionId };
}
