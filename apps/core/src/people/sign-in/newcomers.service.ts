import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import type { EntityManager } from 'typeorm';
import { changed } from '../../platform/database/sql.js';
import { BudgetsService, tooMany, type NamedBudget } from '../../platform/http/network/budgets.service.js';
import { deriveKey } from '../../platform/keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { hasPayingAccount } from './views/paying-network.query.js';

/**
 * The most new accounts an hour from a wider network that has a paying account: enough for a hall of
 * residence.
 */
const newAccounts: NamedBudget = { name: 'new accounts', points: 600, seconds: 3_600, shared: true };
/** The same for a wider network whose accounts have not paid yet. */
const mostBeforePayment = 30;

/** Limits new accounts by wider network, because an account costs nothing. */
@Injectable()
export class NewcomersService {
  private readonly key: Buffer;

  constructor(
    private readonly budgets: BudgetsService,
    @Inject(CORE_CONFIG) config: CoreConfig,
  ) {
    this.key = deriveKey(config.SECRET_KEY, 'joined network');
  }

  /**
   * Counts a new account, and stores the network from which it was made.
   * @throws Refusal `request.too-many` when the wider network made too many accounts
   */
  async countNewcomer(
    tx: EntityManager,
    { userId, network }: { userId: string; network: string },
  ): Promise<void> {
    const widerNetwork = widerNetworkOf(network);
    const networkHash = createHmac('sha256', this.key).update(widerNetwork).digest();
    const { used, secondsLeft } = await this.budgets.takeTry(newAccounts, widerNetwork);
    if (used > mostBeforePayment && !(await hasPayingAccount(tx, networkHash))) {
      // The refusal rolls the sign-up back, and its code stays valid. Without this line, repeated requests
      // would use up the budget of other people in the network.
      await this.budgets.giveBackTry(newAccounts, widerNetwork);
      throw tooMany(secondsLeft);
    }
    await changed(tx, 'UPDATE users SET joined_network = :networkHash WHERE id = :userId', {
      networkHash,
      userId,
    });
  }
}
