import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { formatMoney } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { LockedAccountsService } from '../people/users/locked-accounts.service.js';
import { PeopleService } from '../people/users/people.service.js';
import { SecurityMailsService } from '../people/users/security-mails.service.js';
import { AuditService } from '../platform/audit/audit.service.js';
import { LeaversWalletsService } from '../money/ledger/leavers-wallets.service.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { EmailCodesService } from '../people/email-codes/email-codes.service.js';
import { MailService } from '../platform/mail/mail.service.js';
import { PersonalDataService } from '../platform/personal-data/personal-data.service.js';
import { JobsPersonalDataService } from '../jobs/jobs-personal-data.service.js';

/** An act on an account, as the audit records it. */
export interface Act {
  userId: string;
  /** As `AuditLine.actor`. */
  actor: string;
  reason: string;
}

/** Locks, unlocks, exports, and erases accounts. Each act writes a line of the audit. */
@Injectable()
export class LeavingService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly accounts: LockedAccountsService,
    private readonly people: PeopleService,
    private readonly wallets: LeaversWalletsService,
    private readonly jobs: JobsPersonalDataService,
    private readonly codes: EmailCodesService,
    private readonly mail: MailService,
    private readonly securityMails: SecurityMailsService,
    private readonly personalData: PersonalDataService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends sessions, print code, and panel sessions, and refuses every sign-in from then on.
   * @returns false when the person was locked already
   */
  lockAccount(act: Act): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      await this.recordAct(tx, 'user lock', act);
      return this.accounts.lockAccount(tx, act.userId);
    });
  }

  /** @returns false when the person was not locked */
  unlockAccount(act: Act): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      await this.recordAct(tx, 'user unlock', act);
      return this.accounts.unlockAccount(tx, act.userId);
    });
  }

  /** Everything that features store about the person, from one snapshot of the database. */
  async exportAccount(act: Act): Promise<Record<string, unknown>> {
    await this.transactions.run((tx) => this.recordAct(tx, 'user export', act));
    return this.database.transaction('REPEATABLE READ', (tx) =>
      this.personalData.exportEverything(tx, act.userId),
    );
  }

  /**
   * Erases the account in one transaction. Everything that identifies the person is deleted. Rows that the
   * ledger needs stay under the person's id, which is then a pseudonym. The next sweep deletes the bytes of
   * documents.
   * @param act.giveUpMoney whether a remaining balance is forfeited
   * @throws Refusal `leaving.open-job`, `leaving.payment-under-way`, `leaving.money-left`,
   *   `account.unknown`
   */
  eraseAccount(act: Act & { giveUpMoney: boolean }): Promise<void> {
    return this.transactions.run(async (tx) => {
      const { userId } = act;
      // Serialised with PRINT by the rows of the wallets, which are always locked first: if PRINT wins, its
      // job is open and erasing is refused; otherwise PRINT finds no panel session.
      await this.wallets.lockAll(tx, userId);
      // A concurrent transaction may have made the person's first wallet meanwhile. With the person's row
      // locked none can follow, so the wallets are locked once more.
      await this.accounts.lockPerson(tx, userId);
      const balances = await this.wallets.lockAll(tx, userId);
      if (await this.jobs.hasOpenJob(tx, userId)) throw new Refusal('leaving.open-job');
      await this.personalData.checkMayLeave(tx, userId);
      if (balances.length > 0) {
        if (!act.giveUpMoney) throw moneyLeft(balances.map(formatMoney));
        await this.wallets.forfeit(tx, userId, balances);
      }
      const addresses = (await this.people.addressesOf(userId, tx)).map(({ address }) => address);
      const addressesToMail = await this.securityMails.addressesThatMayStop(tx, userId);
      if (!(await this.accounts.pseudonymise(tx, userId))) throw new Refusal('account.unknown');
      for (const address of addresses) await this.codes.endAllCodesOf(tx, address);
      await this.personalData.forgotten.notify(tx, userId, addresses);
      // Concurrent transactions that wrote mail answers and codes held rows that were deleted above. They
      // have ended, so this call finds their letters.
      await this.mail.deleteWaitingMail(tx, addresses);
      await this.securityMails.mailNewsTo(tx, addressesToMail, 'account-deleted');
      await this.recordAct(tx, 'user erase', act);
    });
  }

  private recordAct(tx: EntityManager, what: string, { userId, actor, reason }: Act): Promise<void> {
    return this.audit.recordAct(tx, { actor, act: what, subject: userId, reason });
  }
}

function moneyLeft(amounts: string[]): Refusal {
  return new Refusal('leaving.money-left', `There is money left in this account: ${amounts.join(' and ')}.`);
}
