import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { changed, one } from '../database/sql.js';
import { tooMany } from '../http/budgets.service.js';
import { deriveKey } from '../keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { LOGGER } from '../process/logger.js';
import { METRICS } from '../process/metrics.js';

/** Answers that tell whether somebody has an account, which one network may collect within their life. */
const mostAnswers = 30;

/**
 * The specification's answers tell who has an account: 409 at sign-up, 403 at reset and sign-in. They share one budget of
 * a network. When it is used up, the answers that tell by not being these are refused in the same way, so that only
 * whoever proves something (a right password, a right code) goes on. Counted by the database's clock, for all cores.
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

  /** An answer that tells is about to go to this network. @throws Refusal `request.too-many` in its place */
  async tell(network: string): Promise<void> {
    await this.forgetOld();
    const hash = this.hash(network);
    const row = await one<{ told: number; secondsLeft: number }>(
      this.database,
      `INSERT INTO account_questions AS q (network_hash, since, told) VALUES (:hash, app_now(), 1)
       ON CONFLICT (network_hash) DO UPDATE SET told = q.told + 1
       RETURNING told, ${secondsLeft}`,
      { hash, life: lifeSeconds.accountQuestion },
    );
    const { told = 0, secondsLeft: wait = 0 } = row ?? {};
    if (told <= mostAnswers) {
      this.answers.inc();
      return;
    }
    if (told === mostAnswers + 1) {
      this.alarms.inc();
      const name = hash.toString('hex').slice(0, 16);
      this.logger.warn({ network: name }, 'one network asks again and again who has an account');
    }
    throw tooMany(wait);
  }

  /** An answer that tells by being another one. @throws Refusal `request.too-many` when the budget is used up */
  async check(network: string): Promise<void> {
    const row = await one<{ secondsLeft: number }>(
      this.database,
      `SELECT ${secondsLeft} FROM account_questions q
       WHERE network_hash = :hash AND told >= :mostAnswers AND since > app_now() - make_interval(secs => :life)`,
      { hash: this.hash(network), mostAnswers, life: lifeSeconds.accountQuestion },
    );
    if (row) throw tooMany(row.secondsLeft);
  }

  /** A network whose hour is over begins anew. */
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
  private hash(network: string): Buffer {
    return createHmac('sha256', this.key).update(network).digest();
  }
}

const secondsLeft = `greatest(1, ceil(extract(epoch FROM q.since + make_interval(secs => :life) - app_now())))::int AS seconds_left`;
