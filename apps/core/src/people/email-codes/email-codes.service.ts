import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import type { CodeMailState } from '@sixpence/contracts/http/accounts';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed, one } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { BudgetsService, tooMany, type NamedBudget } from '../../platform/http/network/budgets.service.js';
import { drawSixDigits, isSixDigits } from '../../platform/keys/six-digits.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { LOGGER } from '../../platform/process/logger.js';
import { METRICS } from '../../platform/process/metrics.js';
import { codePauseSeconds } from './code-allowance.js';
import { codeLetter } from './code-letter.js';
import {
  hashAsker,
  hashEmailCode,
  hashMailbox,
  hashPayer,
  type CodeHolder,
  type CodeOrigin,
} from './email-code.js';

/**
 * Codes that one network may request. The people of a hall of residence request hundreds on their first day.
 * Requests from a browser that signed in to the account are not counted. Nor are those of a session, which
 * has a budget of its own.
 */
const mailedCodes: NamedBudget = {
  name: 'mailed codes of a network',
  points: 600,
  seconds: 3_600,
  shared: true,
};
/**
 * The same for a wider network, so that one customer of an internet provider does not use up the codes of the
 * others.
 */
const mailedCodesWider: NamedBudget = {
  ...mailedCodes,
  name: 'mailed codes of a wider network',
  points: 3_000,
};
/** Tries of one code in the browser that requested it. */
const mostTries = 5;
/**
 * Tries for one address that each wider network has in other browsers than the requesting one, such as a
 * laptop when a phone requested the code.
 */
const triesElsewhere: NamedBudget = { name: 'mailed code elsewhere', points: 5, seconds: 600, shared: true };
/**
 * The same for all networks together. When they are used up, the requesting browser still has the tries of
 * its own code.
 */
const triesElsewhereOfAll: NamedBudget = {
  name: 'mailed code from anywhere',
  points: 10,
  seconds: 3_600,
  shared: true,
};
/** Wrong codes of one network, for all addresses together, so that trying many addresses gains no guesses. */
const wrongCodes: NamedBudget = { name: 'mailed code network', points: 30, seconds: 3_600, shared: true };
/** The same for a wider network: one customer of an internet provider has thousands of IPv6 networks. */
const wrongCodesWider: NamedBudget = { ...wrongCodes, name: 'mailed code wider network', points: 150 };
/**
 * Tries of a network beyond `wrongCodes`: one for each code, in the browser that requested it. So a person
 * who guesses codes does not block the others of the network. A guesser gains one chance in a million for
 * each code mailed to the owner of an address: at most 130 guesses an hour from an IPv4 address, 250 from a
 * /48.
 */
const firstTries: NamedBudget = { ...wrongCodes, name: 'mailed code first tries', points: 100 };
/**
 * Wrong codes of the whole service. More of them mean that an attacker guesses from many networks. This
 * raises an alarm and blocks no request.
 */
const wrongCodesOfAll: NamedBudget = { ...wrongCodes, name: 'mailed code service', points: 500 };

/** A code that was typed, with the network and browser that sent it. */
export interface TypedCode extends CodeOrigin {
  code: string;
}

/**
 * Mails one-time codes and checks them. A right code proves that the person reads the mail of the address.
 */
@Injectable()
export class EmailCodesService {
  private readonly wrong: Counter;
  private readonly alarms: Counter;

  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly mail: MailService,
    private readonly budgets: BudgetsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.wrong = new Counter({
      name: 'sixpence_wrong_mailed_codes_total',
      help: 'Mailed codes that were typed wrong',
      registers: [metrics],
    });
    this.alarms = new Counter({
      name: 'sixpence_wrong_mailed_code_alarms_total',
      help: 'Hours in which so many codes were wrong that an attacker must be guessing from many networks',
      registers: [metrics],
    });
  }

  /**
   * Mails a new code. It ends the earlier code of the same browser for the same purpose. Codes that other
   * browsers requested stay valid, so a stranger cannot end one by requesting another.
   * @returns the mail's id
   * @throws Refusal `request.too-many` when the allowance of the address for this hour or day is used up,
   *   or the budget of the network
   */
  async sendCode(holder: CodeHolder, origin: CodeOrigin): Promise<string> {
    const { network, deviceId } = origin;
    if (deviceId !== undefined || holder.purpose === 'address') return this.postCode(holder, origin);
    return this.spendTry(mailedCodes, network, () =>
      this.spendTry(mailedCodesWider, widerNetworkOf(network), () => this.postCode(holder, origin)),
    );
  }

  /** Takes one try from the budget, and gives it back when `work` fails. */
  private async spendTry<T>(budget: NamedBudget, key: string, work: () => Promise<T>): Promise<T> {
    await this.budgets.takeTry(budget, key);
    try {
      return await work();
    } catch (error) {
      await this.budgets.giveBackTry(budget, key);
      throw error;
    }
  }

  private async postCode(holder: CodeHolder, origin: CodeOrigin): Promise<string> {
    await this.deleteOldCodes();
    const askerHash = hashAsker(holder, origin, this.config.SECRET_KEY);
    const payerHash = hashPayer(origin, this.config.SECRET_KEY);
    return this.transactions.run(async (tx) => {
      const addressHash = this.hashAddress(holder);
      await lockAddress(tx, addressHash);
      await this.refuseTooMany(tx, { addressHash, payerHash, isDevice: origin.deviceId !== undefined });
      const code = drawSixDigits();
      const usefulSeconds = lifeSeconds.emailCode;
      const mailId = await this.mail.postMail(tx, codeLetter(holder, code), { usefulSeconds });
      const { purpose } = holder;
      await changed(
        tx,
        `UPDATE email_codes SET ended_at = app_now()
         WHERE purpose = :purpose AND address_hash = :addressHash AND asker_hash = :askerHash
           AND ended_at IS NULL`,
        { purpose, addressHash, askerHash },
      );
      await changed(
        tx,
        `INSERT INTO email_codes
           (purpose, address_hash, asker_hash, payer_hash, code_hash, mail_id, expires_at)
         VALUES (:purpose, :addressHash, :askerHash, :payerHash, :codeHash, :mailId,
                 app_now() + make_interval(secs => :life))`,
        {
          purpose,
          addressHash,
          askerHash,
          payerHash,
          mailId,
          codeHash: this.hashCode(holder, code),
          life: usefulSeconds,
        },
      );
      return mailId;
    });
  }

  /**
   * Whether the code is right. The try is counted before the code is compared, so parallel requests get no
   * extra tries. A missing, expired, used, and wrong code all return false.
   * @throws Refusal `request.too-many`, also for the right code, when the tries of the code are used up or
   *   the network has typed too many wrong codes
   */
  async isRightCode(holder: CodeHolder, { code, ...origin }: TypedCode): Promise<boolean> {
    if (!isSixDigits(code)) return false;
    const { network } = origin;
    const wider = widerNetworkOf(network);
    // A browser that signed in to the account needs no budget of the network: it knows only this account, and
    // each code has few tries.
    const isStranger = origin.deviceId === undefined;
    const codeHash = this.hashCode(holder, code);
    const tooManyOfNetwork = isStranger ? await this.tooManyOf(origin) : undefined;
    const isRight = tooManyOfNetwork
      ? await this.isOwnAtFirstTry(holder, origin, { codeHash, tooManyOfNetwork })
      : ((await this.isOwnCode(holder, origin, { codeHash, mostTries })) ??
        (await this.isCodeOfAnother(holder, wider, codeHash)));
    if (!isRight) {
      await this.countWrong();
    } else if (tooManyOfNetwork) {
      await this.budgets.giveBackTry(firstTries, wider);
    } else if (isStranger) {
      await this.budgets.giveBackTry(wrongCodes, network);
      await this.budgets.giveBackTry(wrongCodesWider, wider);
    }
    return isRight;
  }

  /** Counts a try of a network. @returns the refusal when the network has typed too many wrong codes */
  private async tooManyOf({ network }: CodeOrigin): Promise<Refusal | undefined> {
    try {
      await this.budgets.takeTry(wrongCodes, network);
      await this.budgets.takeTry(wrongCodesWider, widerNetworkOf(network));
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  /**
   * Spends the one try of a code that a network still has after too many wrong codes.
   * @throws Refusal `request.too-many`
   */
  private async isOwnAtFirstTry(
    holder: CodeHolder,
    origin: CodeOrigin,
    { codeHash, tooManyOfNetwork }: { codeHash: Buffer; tooManyOfNetwork: Refusal },
  ): Promise<boolean> {
    const isRight = await this.isOwnCode(holder, origin, { codeHash, mostTries: 1 });
    if (isRight === undefined) throw tooManyOfNetwork;
    // A try is taken only when a code exists. When none remains, `takeTry` throws before the result is
    // returned, so the refusal does not reveal whether the code was right.
    await this.budgets.takeTry(firstTries, widerNetworkOf(origin.network));
    return isRight;
  }

  /**
   * Compares with the code that this browser requested or, without cookies, the newest one that its network
   * requested.
   * @returns undefined when there is no such code
   */
  private async isOwnCode(
    holder: CodeHolder,
    origin: CodeOrigin,
    { codeHash, mostTries: most }: { codeHash: Buffer; mostTries: number },
  ): Promise<boolean | undefined> {
    const hasRequester = holder.askedBy !== undefined || origin.browser !== undefined;
    const found = await one<{ id: string; codeHash: Buffer; tries: number; secondsLeft: number }>(
      this.database,
      `UPDATE email_codes SET tries = least(tries + 1, :beyond)
       WHERE id = (
         SELECT id FROM email_codes
         WHERE purpose = :purpose AND address_hash = :addressHash
           AND CASE WHEN :hasRequester THEN asker_hash = :askerHash ELSE payer_hash = :payerHash END
           AND ended_at IS NULL AND expires_at > app_now()
         ORDER BY created_at DESC LIMIT 1
       ) AND ended_at IS NULL
       RETURNING id, code_hash, tries, ceil(extract(epoch FROM expires_at - app_now()))::int AS seconds_left`,
      {
        beyond: mostTries + 1,
        purpose: holder.purpose,
        addressHash: this.hashAddress(holder),
        hasRequester,
        askerHash: hashAsker(holder, origin, this.config.SECRET_KEY),
        payerHash: hashPayer(origin, this.config.SECRET_KEY),
      },
    );
    if (!found) return undefined;
    if (found.tries > most) throw tooMany(found.secondsLeft);
    const isRight = timingSafeEqual(found.codeHash, codeHash);
    if (isRight) await this.giveTryBack(found.id);
    return isRight;
  }

  /**
   * Compares with codes that other browsers requested. These guesses use budgets of their own, so the
   * requesting browser keeps its tries.
   */
  private async isCodeOfAnother(holder: CodeHolder, wider: string, codeHash: Buffer): Promise<boolean> {
    const addressHash = this.hashAddress(holder);
    const all = `${holder.purpose} ${addressHash.toString('base64url')}`;
    await this.budgets.takeTry(triesElsewhere, `${all} ${wider}`);
    await this.budgets.takeTry(triesElsewhereOfAll, all);
    const known = await one(
      this.database,
      `SELECT 1 FROM email_codes
       WHERE purpose = :purpose AND address_hash = :addressHash AND code_hash = :codeHash
         AND ended_at IS NULL AND expires_at > app_now() LIMIT 1`,
      { purpose: holder.purpose, addressHash, codeHash },
    );
    if (!known) return false;
    await this.budgets.giveBackTry(triesElsewhere, `${all} ${wider}`);
    await this.budgets.giveBackTry(triesElsewhereOfAll, all);
    return true;
  }

  private async countWrong(): Promise<void> {
    this.wrong.inc();
    const { used } = await this.budgets.countTry(wrongCodesOfAll, 'all');
    if (used === wrongCodesOfAll.points + 1) {
      this.alarms.inc();
      this.logger.warn('mailed codes are guessed from many networks');
    }
  }

  /**
   * A right code is not a guess: a person whose request then fails because the service is busy can type the
   * code again.
   */
  private async giveTryBack(codeId: string): Promise<void> {
    await changed(this.database, 'UPDATE email_codes SET tries = tries - 1 WHERE id = :codeId', { codeId });
  }

  /**
   * Uses up a right code, in the transaction of its purpose. This ends all other codes of the address for
   * that purpose.
   * @returns false when the code was used or replaced since `isRightCode`
   */
  async useCode(tx: EntityManager, holder: CodeHolder, code: string): Promise<boolean> {
    const { purpose } = holder;
    const addressHash = this.hashAddress(holder);
    const used = await all(
      tx,
      `UPDATE email_codes SET ended_at = app_now()
       WHERE purpose = :purpose AND address_hash = :addressHash AND code_hash = :codeHash
         AND ended_at IS NULL AND expires_at > app_now() RETURNING id`,
      { purpose, addressHash, codeHash: this.hashCode(holder, code) },
    );
    if (used.length === 0) return false;
    // A code that is bound to its requester proves the address for that requester only, so codes of other
    // requesters stay valid.
    if (holder.askedBy === undefined) {
      await changed(
        tx,
        `UPDATE email_codes SET ended_at = app_now()
         WHERE purpose = :purpose AND address_hash = :addressHash AND ended_at IS NULL`,
        { purpose, addressHash },
      );
    }
    return true;
  }

  /**
   * Ends every code of an address, for all purposes. Serialised with `sendCode` by the address's lock: if
   * `sendCode` wins, its code ends here; otherwise its code is made later and stays valid. The address keeps
   * its count of mailed codes.
   */
  async endAllCodesOf(tx: EntityManager, address: string): Promise<void> {
    const addressHash = hashMailbox(address, this.config.SECRET_KEY);
    await lockAddress(tx, addressHash);
    await changed(
      tx,
      'UPDATE email_codes SET ended_at = app_now() WHERE address_hash = :addressHash AND ended_at IS NULL',
      { addressHash },
    );
  }

  /** The state of the mail that carries a code. @throws Refusal `mail.unknown` */
  async mailState(mailId: string): Promise<CodeMailState> {
    const known = await one(this.database, 'SELECT 1 FROM email_codes WHERE mail_id = :mailId', { mailId });
    if (!known) throw new Refusal('mail.unknown');
    return this.mail.mailStateOf(this.database, mailId);
  }

  private async refuseTooMany(
    tx: EntityManager,
    { addressHash, payerHash, isDevice }: { addressHash: Buffer; payerHash: Buffer; isDevice: boolean },
  ): Promise<void> {
    const sent = await all<{ createdAt: Date; isOwn: boolean }>(
      tx,
      `SELECT created_at, payer_hash = :payerHash AS is_own FROM email_codes
       WHERE address_hash = :addressHash AND created_at > app_now() - make_interval(secs => :counted)`,
      { addressHash, payerHash, counted: lifeSeconds.countedEmailCode },
    );
    const clock = await one<{ now: Date }>(tx, 'SELECT app_now() AS now');
    if (!clock) throw new Error('The database returned no time');
    const { now } = clock;
    const own = sent.filter(({ isOwn }) => isOwn);
    const seconds = Math.max(
      codePauseSeconds(timesOf(own), { now, of: 'own' }),
      isDevice ? 0 : codePauseSeconds(timesOf(sent), { now, of: 'all' }),
    );
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Deletes codes that no longer count for the allowance of their address. */
  private async deleteOldCodes(): Promise<void> {
    await changed(
      this.database,
      `DELETE FROM email_codes WHERE id IN (
         SELECT id FROM email_codes WHERE created_at <= app_now() - make_interval(secs => :counted)
         FOR UPDATE SKIP LOCKED
       )`,
      { counted: lifeSeconds.countedEmailCode },
    );
  }

  private hashCode(holder: CodeHolder, code: string): Buffer {
    return hashEmailCode(holder, code, this.config.SECRET_KEY);
  }

  private hashAddress({ address }: CodeHolder): Buffer {
    return hashMailbox(address, this.config.SECRET_KEY);
  }
}

function timesOf(sent: readonly { createdAt: Date }[]): Date[] {
  return sent.map(({ createdAt }) => createdAt);
}

/** Locks the address until the transaction ends: one transaction at a time sends or ends its codes. */
async function lockAddress(tx: EntityManager, addressHash: Buffer): Promise<void> {
  await one(tx, 'SELECT pg_advisory_xact_lock(hashtextextended(:address, 0))', {
    address: addressHash.toString('hex'),
  });
}
