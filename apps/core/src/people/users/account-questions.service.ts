import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { changed, one } from '../../platform/database/sql.js';
import { deriveKey } from '../../platform/keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { LOGGER } from '../../platform/process/logger.js';
import { METRICS } from '../../platform/process/metrics.js';

/** The most addresses about which one network may learn within an hour whether they have an account. */
const mostAddresses = 30;

/** An answer that core is about to send. */
interface Answer {
  network: string;
  /** As `asAddress` writes it. */
  address: string;
  /**
   * True for the answer that states whether the address has an account (409 at sign-up, 403 at reset and
   * sign-in). False for the other answer, which reveals it only because it differs.
   */
  reveals: boolean;
}

/**
 * Limits answers that reveal whether an address has an account: the specification demands 409 at sign-up, 403
 * at reset and sign-in. All of them share one budget of a network, in which an address counts once. When it
 * is used up, further addresses get the same answer with and without an account: a code is mailed, or the
 * password is wrong. A person who reads the mail can still sign up or reset, so a stranger who asks about
 * thirty addresses locks out no other person of the network. Both answers run the same statement, so their
 * timing reveals nothing. Times come from the database's clock, which all cores share.
 */
@Injectable()
export class AccountQuestionsService {
  private readonly key: Buffer;
  private readonly answers: Counter;
  private readonly alarms: Counter;

  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.key = deriveKey(config.SECRET_KEY, 'networks in the log');
    this.answers = new Counter({
      name: 'sixpence_account_questions_total',
      help: 'Answers that revealed whether an address has an account',
      registers: [metrics],
    });
    this.alarms = new Counter({
      name: 'sixpence_account_question_alarms_total',
      help: 'Networks that used up their answers about accounts, each counted once an hour',
      registers: [metrics],
    });
  }

  /** Counts an answer before it is sent. @returns whether it may reveal the account */
  async mayReveal({ network, address, reveals }: Answer): Promise<boolean> {
    await this.deleteExpiredNetworks();
    const networkHash = this.hash(network);
    const row = await one<{ mayReveal: boolean; refused: number }>(this.database, counted, {
      networkHash,
      addressHash: this.hash(`${network}\n${address}`),
      reveals,
      mostAddresses,
      life: lifeSeconds.accountQuestion,
    });
    if (!row) throw new Error('The counted answer has no row');
    if (row.mayReveal) {
      if (reveals) this.answers.inc();
      return true;
    }
    if (row.refused === 1) {
      this.alarms.inc();
      const name = networkHash.toString('hex').slice(0, 16);
      this.logger.warn(
        { network: name },
        'a network used up its answers about accounts; further answers reveal nothing',
      );
    }
    return false;
  }

  /** Deletes networks whose hour is over. */
  private async deleteExpiredNetworks(): Promise<void> {
    await changed(
      this.database,
      `DELETE FROM account_questions WHERE network_hash IN (
         SELECT network_hash FROM account_questions WHERE since <= app_now() - make_interval(secs => :life)
         FOR UPDATE SKIP LOCKED
       )`,
      { life: lifeSeconds.accountQuestion },
    );
  }

  /** Table and log hold hashes, not addresses. A network has the same hash in both. */
  private hash(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}

const isOver = 'q.since <= app_now() - make_interval(secs => :life)';
const isTold = 'CAST(:addressHash AS bytea) = ANY(q.told)';
const isFull = 'cardinality(q.told) >= :mostAddresses';

/** Every answer runs this one statement. A network whose hour is over starts from zero. */
const counted = `
  INSERT INTO account_questions AS q (network_hash, since, told)
  VALUES (:networkHash, app_now(), CASE WHEN :reveals THEN ARRAY[CAST(:addressHash AS bytea)] ELSE '{}' END)
  ON CONFLICT (network_hash) DO UPDATE SET
    since = CASE WHEN ${isOver} THEN app_now() ELSE q.since END,
    told = CASE WHEN ${isOver} THEN excluded.told
                WHEN ${isTold} OR ${isFull} THEN q.told
                ELSE q.told || excluded.told END,
    refused = CASE WHEN ${isOver} THEN 0
                   WHEN ${isTold} OR NOT ${isFull} THEN q.refused
                   ELSE q.refused + 1 END
  RETURNING ${isTold} OR cardinality(q.told) < :mostAddresses AS may_reveal, refused`;
