import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { formatMoney } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { ClosedPeopleService } from '../people/users/closed-people.service.js';
import { PeopleService } from '../people/users/people.service.js';
import { SecurityMailsService } from '../people/users/security-mails.service.js';
import { AuditService } from '../platform/audit/audit.service.js';
import { LeaversWalletsService } from '../money/ledger/leavers-wallets.service.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { EmailCodesService } from '../people/email-codes/email-codes.service.js';
import { MailService } from '../platform/mail/mail.service.js';
import { PersonalDataService } from '../platform/personal-data/personal-data.service.js';
import { KeptJobsService } from '../jobs/kept-jobs.service.js';

/** Whom something is done to, by whom, and why. */
export interface Act {
  userId: string;
  /** As the audit names them. */
  actor: string;
  reason: string;
}

/** How people are locked out and let in again, take their data along, and leave. Each act stands in the audit. */
@Injectable()
export class LeavingService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly closed: ClosedPeopleService,
    private readonly people: PeopleService,
    private readonly wallets: LeaversWalletsService,
    private readonly jobs: KeptJobsService,
    private readonly codes: EmailCodesService,
    private readonly mail: MailService,
    private readonly securityMails: SecurityMailsService,
    private readonly personalData: PersonalDataService,
    private readonly audit: AuditService,
  ) {}

  /** Ends sessions, print code, and panel sessions, and refuses every way in. @returns false when that was so before */
  lock(act: Act): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      await this.note(tx, 'user lock', act);
      return this.closed.lock(tx, act.userId);
    });
  }

  /** @returns false when the person was not locked */
  unlock(act: Act): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      await this.note(tx, 'user unlock', act);
      return this.closed.unlock(tx, act.userId);
    });
  }

  /** Everything that is known of the person, as of one moment. */
  async export(act: Act): Promise<Record<string, unknown>> {
    await this.transactions.run((tx) => this.note(tx, 'user export', act));
    return this.database.transaction('REPEATABLE READ', (tx) =>
      this.personalData.everythingOf(tx, act.userId),
    );
  }

  /**
   * Ends the account, in one transaction: what leads to the person goes, and what the ledger stands on stays under their
   * id, which then is a pseudonym. The bytes of documents go with the next sweep.
   * @param act.giveUpMoney what is left is forfeited
   * @throws Refusal `leaving.open-job`, `leaving.payment-under-way`, `leaving.money-left`
   */
  erase(act: Act & { giveUpMoney: boolean }): Promise<void> {
    return this.transactions.run(async (tx) => {
      const { userId } = act;
      // The wallets come first, as everywhere: who prints at this moment has its job already, or finds no session.
      await this.wallets.lockAll(tx, userId);
      // A first wallet could come into being now; after this it cannot.
      await this.closed.hold(tx, userId);
      const left = await this.wallets.lockAll(tx, userId);
      if (await this.jobs.hasOpen(tx, userId)) throw new Refusal('leaving.open-job');
      await this.personalData.refuseWhileUnderWay(tx, userId);
      if (left.length > 0) {
        if (!act.giveUpMoney) throw moneyLeft(left.map(formatMoney));
        await this.wallets.forfeit(tx, userId, left);
      }
      const addresses = (await this.people.addressesOf(userId, tx)).map(({ address }) => address);
      const withSay = await this.securityMails.addressesWithSay(tx, userId);
      if (!(await this.closed.leave(tx, userId))) throw new Refusal('account.unknown');
      for (const address of addresses) await this.codes.endAllOf(tx, address);
      await this.personalData.forget(tx, userId, addresses);
      // Answers and codes that were written meanwhile held what is ended and forgotten above: their letters are there by now.
      await this.mail.drop(tx, addresses);
      await this.securityMails.tellAt(tx, withSay, 'account-deleted');
      await this.note(tx, 'user erase', act);
    });
  }

  private note(tx: EntityManager, what: string, { userId, actor, reason }: Act): Promise<void> {
    return this.audit.record(tx, { actor, act: what, subject: userId, reason });
  }
}

function moneyLeft(amounts: string[]): Refusal {
  return new Refusal('leaving.money-left', `There is money left in this account: ${amounts.join(' and ')}.`);
}
