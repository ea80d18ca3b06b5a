import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { BudgetsService, type NamedBudget } from '../http/budgets.service.js';
import { deriveKey } from '../keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { LOGGER } from '../process/logger.js';
import { METRICS } from '../process/metrics.js';

/** Answers that tell whether somebody has an account, to one network, before it looks like a search. */
const perNetwork: NamedBudget = { name: 'account questions', points: 20, seconds: 15 * 60, shared: true };

/** The specification's answers tell who has an account; whoever collects them raises an alarm. */
@Injectable()
export class AccountQuestionsService {
  private readonly key: Buffer;
  private readonly answers: Counter;
  private readonly alarms: Counter;

  constructor(
    private readonly budgets: BudgetsService,
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
      help: 'Networks that collected such answers, once each in a quarter of an hour',
      registers: [metrics],
    });
  }

  /** Such an answer goes to this network. */
  async told(network: string): Promise<void> {
    this.answers.inc();
    const { used } = await this.budgets.count(perNetwork, network);
    if (used !== perNetwork.points + 1) return;
    this.alarms.inc();
    this.logger.warn(
      { network: this.nameOf(network) },
      'one network asks again and again who has an account',
    );
  }

  /** The log holds no addresses: the same network has the same name in it. */
  private nameOf(network: string): string {
    return createHmac('sha256', this.key).update(network).digest('hex').slice(0, 16);
  }
}
