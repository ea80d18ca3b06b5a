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

/** Addresses of which one network may be told within an hour whether somebody has them. */
const mostAddresses = 30;

/** What somebody is about to be answered. */
interface Answer {
  network: string;
  /** As `asAddress` writes it. */
  address: string;
  /** Whether it says itself who has an account, and not only by being another answer than the one that does. */
  tells: boolean;
}

/**
 * The specification's answers tell who has an account: 409 at sign-up, 403 at reset and sign-in. They share one budget of
 * a network, in which an address counts once. When it is used up, further addresses of the network get one and the same
 * answer whether they have an account or not: a code is mailed, or the password is wrong. The person who reads the mail goes
 * on, so that a stranger who asks about thirty addresses keeps nobody else of the network out. Both answers cost the
 * same statement, so that time tells nothing either. Counted by the database's clock, for all cores.
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
      help: 'Answers that told somebody whether an address has an account',
      registers: [metrics],
    });
    this.alarms = new Counter({
      name: 'sixpence_account_question_alarms_total',
      help: 'Networks that wanted more such answers than they may have, once each in an hour',
      registers: [metrics],
    });
  }

  /** Counts an answer before it is given. @returns whether it may tell who has an account */
  async mayTell({ network, address, tells }: Answer): Promise<boolean> {
    await this.forgetOld();
    const networkHash = this.hash(network);
    const row = await one<{ mayTell: boolean; refused: number }>(this.database, counted, {
      networkHash,
      addressHash: this.hash(`${network}\n${address}`),
      tells,
      mostAddresses,
      life: lifeSeconds.accountQuestion,
    });
    if (!row) throw new Error('An answer that was just counted cannot be found');
    if (row.mayTell) {
      if (tells) this.answers.inc();
      return true;
    }
    if (row.refused === 1) {
      this.alarms.inc();
      const name = networkHash.toString('hex').slice(0, 16);
      this.logger.warn({ network: name }, 'one network asks again and again who has an account');
    }
    return false;
  }

  /** Nothing is kept of a network whose hour is over. */
  private async forgetOld(): Promise<void> {
    await changed(
      this.database,
      `DELETE FROM account_questions WHERE network_hash IN (
         SELECT network_hash FROM account_questions WHERE since <= app_now() - make_interval(secs => :life)
         FOR UPDATE SKIP LOCKED
       )`,
      { life: lifeSeconds.accountQuestion },
    );
  }

  /** Neither the table nor the log holds addresses: the same network has the same name in both. */
  private hash(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}

const isOver = 'q.since <= app_now() - make_interval(secs => :life)';
const isTold = 'CAST(:addressHash AS bytea) = ANY(q.told)';
const isFull = 'cardinality(q.told) >= :mostAddresses';

/** One statement whatever the answer is. A network whose hour is over begins anew. */
const counted = `
  INSERT INTO account_questions AS q (network_hash, since, told)
  VALUES (:networkHash, app_now(), CASE WHEN :tells THEN ARRAY[CAST(:addressHash AS bytea)] ELSE '{}' END)
  ON CONFLICT (network_hash) DO UPDATE SET
    since = CASE WHEN ${isOver} THEN app_now() ELSE q.since END,
    told = CASE WHEN ${isOver} THEN excluded.told
                WHEN ${isTold} OR ${isFull} THEN q.told
                ELSE q.told || excluded.told END,
    refused = CASE WHEN ${isOver} THEN 0
                   WHEN ${isTold} OR NOT ${isFull} THEN q.refused
                   ELSE q.refused + 1 END
  RETURNING ${isTold} OR cardinality(q.told) < :mostAddresses AS may_tell, refused`;
