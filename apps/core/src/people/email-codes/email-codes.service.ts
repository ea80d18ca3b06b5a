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
  type CodePlace,
} from './email-code.js';

/**
 * Codes that are mailed to strangers for one network; a hall of residence on its first day asks for hundreds. A browser that
 * signed in to the account does not count, and neither does a session, which has a budget of its own.
 */
const mailedCodes: NamedBudget = {
  name: 'mailed codes of a network',
  points: 600,
  seconds: 3_600,
  shared: true,
};
/** The same for all networks of one customer of a provider: its codes must not keep those of everybody waiting. */
const mailedCodesWider: NamedBudget = {
  ...mailedCodes,
  name: 'mailed codes of a wider network',
  points: 3_000,
};
/** How often one code may be typed where it was asked for. */
const mostTries = 5;
/** Tries of an address from elsewhere, such as a laptop when a phone had asked: of one customer of a provider, */
const elsewhere: NamedBudget = { name: 'mailed code elsewhere', points: 5, seconds: 600, shared: true };
/** and of all. When they are used up, the browser that asked still has the tries of its own code. */
const elsewhereOfAll: NamedBudget = {
  name: 'mailed code from anywhere',
  points: 10,
  seconds: 3_600,
  shared: true,
};
/** Wrong codes of all addresses together that one network may type: guessing does not pay by taking many addresses. */
const wrongCodes: NamedBudget = { name: 'mailed code network', points: 30, seconds: 3_600, shared: true };
/** The same for all networks of one customer of a provider, of which IPv6 gives thousands to whoever asks. */
const wrongCodesWider: NamedBudget = { ...wrongCodes, name: 'mailed code wider network', points: 150 };
/**
 * Beyond these a network has the first try of each code that was asked for in the browser that types it. A neighbour who
 * guesses so leaves new people their codes. A guesser gets one in a million for each code that the owner of an address was
 * mailed: at most 130 guesses an hour from an IPv4 address, 250 from a /48.
 */
const firstTries: NamedBudget = { ...wrongCodes, name: 'mailed code first tries', points: 100 };
/** Beyond so many of the whole service somebody guesses from many places. Then staff hear of it, and people go on. */
const wrongCodesOfAll: NamedBudget = { ...wrongCodes, name: 'mailed code service', points: 500 };

/** A code as somebody typed it, and from where. */
export interface TypedCode extends CodePlace {
  code: string;
}

/** One-time codes by e-mail: whoever types one reads the mail of its address. */
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
      help: 'Hours in which so many were wrong that somebody guesses from many places',
      registers: [metrics],
    });
  }

  /**
   * Mails a new code. The one that the same browser asked for before, for the same purpose, is dead; those that others
   * asked for stay good, so that no stranger takes one away by asking.
   * @returns the mail's id
   * @throws Refusal `request.too-many` when the address has had its codes for this hour or day, or the network its own
   */
  async send(holder: CodeHolder, place: CodePlace): Promise<string> {
    const { network, deviceId } = place;
    if (deviceId !== undefined || holder.purpose === 'address') return this.post(holder, place);
    const wider = widerNetworkOf(network);
    await this.budgets.take(mailedCodes, network);
    await this.budgets.take(mailedCodesWider, wider);
    try {
      return await this.post(holder, place);
    } catch (error) {
      await this.budgets.giveOneBack(mailedCodes, network);
      await this.budgets.giveOneBack(mailedCodesWider, wider);
      throw error;
    }
  }

  private async post(holder: CodeHolder, place: CodePlace): Promise<string> {
    await this.forgetOld();
    const askerHash = hashAsker(holder, place, this.config.SECRET_KEY);
    const payerHash = hashPayer(place, this.config.SECRET_KEY);
    return this.transactions.run(async (tx) => {
      const addressHash = this.hashAddress(holder);
      await takeTurn(tx, addressHash);
      await this.refuseTooMany(tx, { addressHash, payerHash, isDevice: place.deviceId !== undefined });
      const code = drawSixDigits();
      const usefulSeconds = lifeSeconds.emailCode;
      const mailId = await this.mail.post(tx, codeLetter(holder, code), { usefulSeconds });
      const { purpose } = holder;
      await changed(
        tx,
        `UPDATE email_codes SET ended_at = app_now()
         WHERE purpose = :purpose AND address_hash = :addressHash AND asker_hash = :askerHash AND ended_at IS NULL`,
        { purpose, addressHash, askerHash },
      );
      await changed(
        tx,
        `INSERT INTO email_codes (purpose, address_hash, asker_hash, payer_hash, code_hash, mail_id, expires_at)
         VALUES (:purpose, :addressHash, :askerHash, :payerHash, :codeHash, :mailId,
                 app_now() + make_interval(secs => :life))`,
        {
          ...{ purpose, addressHash, askerHash, payerHash, mailId },
          codeHash: this.hash(holder, code),
          life: usefulSeconds,
        },
      );
      return mailId;
    });
  }

  /**
   * Whether this is the code. Each look counts before the code is compared, so that many at once are not more than the
   * tries of one code. No code, an expired, a used, and a wrong one are the same.
   * @throws Refusal `request.too-many` when it was typed too often, or the network typed too many wrong ones; also for the
   *   right one
   */
  async isRight(holder: CodeHolder, { code, ...place }: TypedCode): Promise<boolean> {
    if (!isSixDigits(code)) return false;
    const { network } = place;
    const wider = widerNetworkOf(network);
    // A browser that signed in to the account guesses at no other, and each of its codes has few tries.
    const isStranger = place.deviceId === undefined;
    const codeHash = this.hash(holder, code);
    const tooManyOfNetwork = isStranger ? await this.tooManyOf(place) : undefined;
    const isRight = tooManyOfNetwork
      ? await this.isOwnAtFirstTry(holder, place, { codeHash, tooManyOfNetwork })
      : ((await this.isOwnCode(holder, place, { codeHash, mostTries })) ??
        (await this.isCodeOfAnother(holder, wider, codeHash)));
    if (!isRight) {
      await this.countWrong();
    } else if (tooManyOfNetwork) {
      await this.budgets.giveOneBack(firstTries, wider);
    } else if (isStranger) {
      await this.budgets.giveOneBack(wrongCodes, network);
      await this.budgets.giveOneBack(wrongCodesWider, wider);
    }
    return isRight;
  }

  /** Counts a try of a network. @returns the refusal when the network typed too many wrong codes */
  private async tooManyOf({ network }: CodePlace): Promise<Refusal | undefined> {
    try {
      await this.budgets.take(wrongCodes, network);
      await this.budgets.take(wrongCodesWider, widerNetworkOf(network));
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  /** The one try that a code has in a network that typed too many wrong ones. @throws Refusal `request.too-many` */
  private async isOwnAtFirstTry(
    holder: CodeHolder,
    place: CodePlace,
    { codeHash, tooManyOfNetwork }: { codeHash: Buffer; tooManyOfNetwork: Refusal },
  ): Promise<boolean> {
    const isRight = await this.isOwnCode(holder, place, { codeHash, mostTries: 1 });
    if (isRight === undefined) throw tooManyOfNetwork;
    // Only codes that were asked for use this budget up, and its end hides what the code was.
    await this.budgets.take(firstTries, widerNetworkOf(place.network));
    return isRight;
  }

  /**
   * Whether it is the code that was asked for here: in this browser, or, where it keeps no cookie, the newest of its
   * network.
   * @returns undefined when none was
   */
  private async isOwnCode(
    holder: CodeHolder,
    place: CodePlace,
    { codeHash, mostTries: most }: { codeHash: Buffer; mostTries: number },
  ): Promise<boolean | undefined> {
    const isKnown = holder.askedBy !== undefined || place.browser !== undefined;
    const looked = await one<{ id: string; codeHash: Buffer; tries: number; secondsLeft: number }>(
      this.database,
      `UPDATE email_codes SET tries = least(tries + 1, :beyond)
       WHERE id = (
         SELECT id FROM email_codes
         WHERE purpose = :purpose AND address_hash = :addressHash
           AND CASE WHEN :isKnown THEN asker_hash = :askerHash ELSE payer_hash = :payerHash END
           AND ended_at IS NULL AND expires_at > app_now()
         ORDER BY created_at DESC LIMIT 1
       ) AND ended_at IS NULL
       RETURNING id, code_hash, tries, ceil(extract(epoch FROM expires_at - app_now()))::int AS seconds_left`,
      {
        beyond: mostTries + 1,
        purpose: holder.purpose,
        addressHash: this.hashAddress(holder),
        isKnown,
        askerHash: hashAsker(holder, place, this.config.SECRET_KEY),
        payerHash: hashPayer(place, this.config.SECRET_KEY),
      },
    );
    if (!looked) return undefined;
    if (looked.tries > most) throw tooMany(looked.secondsLeft);
    const isRight = timingSafeEqual(looked.codeHash, codeHash);
    if (isRight) await this.giveTryBack(looked.id);
    return isRight;
  }

  /** Whether it is a code that was asked for elsewhere: guesses from there leave the browser that asked its own tries. */
  private async isCodeOfAnother(holder: CodeHolder, wider: string, codeHash: Buffer): Promise<boolean> {
    const addressHash = this.hashAddress(holder);
    const all = `${holder.purpose} ${addressHash.toString('base64url')}`;
    await this.budgets.take(elsewhere, `${all} ${wider}`);
    await this.budgets.take(elsewhereOfAll, all);
    const known = await one(
      this.database,
      `SELECT 1 FROM email_codes WHERE purpose = :purpose AND address_hash = :addressHash AND code_hash = :codeHash
         AND ended_at IS NULL AND expires_at > app_now() LIMIT 1`,
      { purpose: holder.purpose, addressHash, codeHash },
    );
    if (!known) return false;
    await this.budgets.giveOneBack(elsewhere, `${all} ${wider}`);
    await this.budgets.giveOneBack(elsewhereOfAll, all);
    return true;
  }

  private async countWrong(): Promise<void> {
    this.wrong.inc();
    const { used } = await this.budgets.count(wrongCodesOfAll, 'all');
    if (used === wrongCodesOfAll.points + 1) {
      this.alarms.inc();
      this.logger.warn('mailed codes are guessed all over the service');
    }
  }

  /** A right code is no guess: whoever typed it and was sent away as the service is busy types it again. */
  private async giveTryBack(codeId: string): Promise<void> {
    await changed(this.database, 'UPDATE email_codes SET tries = tries - 1 WHERE id = :codeId', { codeId });
  }

  /**
   * Uses a code up that was right, in the transaction of what it is for; other codes for the same purpose are dead as well.
   * @returns false when it was used or replaced meanwhile
   */
  async use(tx: EntityManager, holder: CodeHolder, code: string): Promise<boolean> {
    const { purpose } = holder;
    const addressHash = this.hashAddress(holder);
    const used = await all(
      tx,
      `UPDATE email_codes SET ended_at = app_now()
       WHERE purpose = :purpose AND address_hash = :addressHash AND code_hash = :codeHash
         AND ended_at IS NULL AND expires_at > app_now() RETURNING id`,
      { purpose, addressHash, codeHash: this.hash(holder, code) },
    );
    if (used.length === 0) return false;
    // Where a code is for its asker alone, others of the address prove something else.
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
   * Ends every code of an address, whatever it is for. One that is being mailed at this moment is there by then, with its letter.
   * The address keeps its allowance.
   */
  async endAllOf(tx: EntityManager, address: string): Promise<void> {
    const addressHash = hashMailbox(address, this.config.SECRET_KEY);
    await takeTurn(tx, addressHash);
    await changed(
      tx,
      'UPDATE email_codes SET ended_at = app_now() WHERE address_hash = :addressHash AND ended_at IS NULL',
      { addressHash },
    );
  }

  /** What has become of the mail with a code. @throws Refusal `mail.unknown` */
  async mailState(mailId: string): Promise<CodeMailState> {
    const known = await one(this.database, 'SELECT 1 FROM email_codes WHERE mail_id = :mailId', { mailId });
    if (!known) throw new Refusal('mail.unknown');
    return this.mail.stateOf(this.database, mailId);
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
    if (!clock) throw new Error('The database has no clock');
    const { now } = clock;
    const own = sent.filter(({ isOwn }) => isOwn);
    const seconds = Math.max(
      codePauseSeconds(timesOf(own), { now, of: 'payer' }),
      isDevice ? 0 : codePauseSeconds(timesOf(sent), { now, of: 'all' }),
    );
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Codes count for their address as long as they are there. */
  private async forgetOld(): Promise<void> {
    await changed(
      this.database,
      `DELETE FROM email_codes WHERE id IN (
         SELECT id FROM email_codes WHERE created_at <= app_now() - make_interval(secs => :counted)
         FOR UPDATE SKIP LOCKED
       )`,
      { counted: lifeSeconds.countedEmailCode },
    );
  }

  private hash(holder: CodeHolder, code: string): Buffer {
    return hashEmailCode(holder, code, this.config.SECRET_KEY);
  }

  private hashAddress({ address }: CodeHolder): Buffer {
    return hashMailbox(address, this.config.SECRET_KEY);
  }
}

function timesOf(sent: readonly { createdAt: Date }[]): Date[] {
  return sent.map(({ createdAt }) => createdAt);
}

/** One after the other of those who do something with the codes of an address, until the transaction ends. */
async function takeTurn(tx: EntityManager, addressHash: Buffer): Promise<void> {
  await one(tx, 'SELECT pg_advisory_xact_lock(hashtextextended(:address, 0))', {
    address: addressHash.toString('hex'),
  });
}
