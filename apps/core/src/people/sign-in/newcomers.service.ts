import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import type { EntityManager } from 'typeorm';
import { changed } from '../../platform/database/sql.js';
import { BudgetsService, tooMany, type NamedBudget } from '../../platform/http/network/budgets.service.js';
import { deriveKey } from '../../platform/keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { isHonestNetwork } from './views/honest-network.query.js';

/** New accounts of a wider network in an hour once one of its accounts has paid: a hall on its first day. */
const ofHonest: NamedBudget = { name: 'new accounts', points: 600, seconds: 3_600, shared: true };
/** The same before one has paid. */
const mostOfUnknown = 30;

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
   * Stores the network from which an account was made.
   * @throws Refusal `request.too-many` when the network made too many
   */
  async joined(tx: EntityManager, { userId, network }: { userId: string; network: string }): Promise<void> {
    const customer = widerNetworkOf(network);
    const networkHash = createHmac('sha256', this.key).update(customer).digest();
    const { used, secondsLeft } = await this.budgets.takeTry(ofHonest, customer);
    if (used > mostOfUnknown && !(await isHonestNetwork(tx, networkHash))) {
      // The refusal rolls the sign-up back and its code stays valid. Without this, sending it again and again
      // would use up the budget of others in the network.
      await this.budgets.giveOneBack(ofHonest, customer);
      throw tooMany(secondsLeft);
    }
    await changed(tx, 'UPDATE users SET joined_network = :networkHash WHERE id = :userId', {
      networkHash,
      userId,
    });
  }
}
