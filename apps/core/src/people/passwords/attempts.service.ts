import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import { BudgetsService, tooMany, type NamedBudget } from '../../platform/http/network/budgets.service.js';

const quarter = { seconds: 15 * 60, shared: true } as const;

/** Wrong passwords for one account from one network. */
const perNetworkAndAccount: NamedBudget = { name: 'sign-in', points: 10, ...quarter };
/** Wrong passwords for all accounts from one wider network. */
const perWiderNetwork: NamedBudget = { name: 'sign-in network', points: 50, ...quarter };
/** Wrong passwords from a browser that signed in to the account before. */
const perDevice: NamedBudget = { name: 'sign-in device', points: 10, ...quarter };
/**
 * Wrong passwords for one account from all networks. Beyond them each wider network has `triesOfWiderNetwork`
 * tries; the account itself is not blocked.
 */
const perAccount: NamedBudget = { name: 'sign-in account', points: 50, ...quarter };
const triesOfWiderNetwork = 3;
/** Wrong passwords for one account from one wider network. */
const perWiderNetworkAndAccount: NamedBudget = {
  name: 'sign-in customer',
  points: triesOfWiderNetwork,
  ...quarter,
};

export interface Attempt {
  /** The account's id, or the typed address when it has no account. */
  account: string;
  network: string;
  /** Set if the browser signed in to this account before. */
  deviceId: string | undefined;
}

/**
 * Limits guesses of a password. A try is counted before the password is compared, so parallel requests get no
 * extra tries; a right password gives the try back. Wrong tries by strangers never lock the owner out: the
 * owner's browser has a budget of its own, and so has every network. When a budget is used up, the password
 * is not compared, so the refusal reveals nothing about it. The owner can still sign in after a reset by
 * mailed code, which makes the browser a known one.
 */
@Injectable()
export class AttemptsService {
  constructor(private readonly budgets: BudgetsService) {}

  /** @throws Refusal `request.too-many` */
  async beginAttempt(attempt: Attempt): Promise<void> {
    if (attempt.deviceId !== undefined) {
      await this.budgets.takeTry(perDevice, attempt.deviceId);
      return;
    }
    await this.budgets.takeTry(perWiderNetwork, widerNetworkOf(attempt.network));
    await this.budgets.takeTry(perNetworkAndAccount, networkAndAccountOf(attempt));
    const ofWiderNetwork = await this.budgets.countTry(
      perWiderNetworkAndAccount,
      widerNetworkAndAccountOf(attempt),
    );
    const everywhere = await this.budgets.countTry(perAccount, keyOf(attempt.account));
    if (everywhere.used > perAccount.points && ofWiderNetwork.used > triesOfWiderNetwork)
      throw tooMany(ofWiderNetwork.secondsLeft);
  }

  /**
   * Gives back the try of the wider network, because the answer revealed that the address has no account. So
   * new people of a hall of residence who try to sign in before they sign up do not use up its budget.
   */
  async giveBackNetworkTry({ network }: Attempt): Promise<void> {
    await this.budgets.giveBackTry(perWiderNetwork, widerNetworkOf(network));
  }

  /** Gives the try back, because the password was right. */
  async giveBackTry(attempt: Attempt): Promise<void> {
    if (attempt.deviceId !== undefined) {
      await this.budgets.giveBackTry(perDevice, attempt.deviceId);
      return;
    }
    await this.budgets.giveBackTry(perWiderNetwork, widerNetworkOf(attempt.network));
    await this.budgets.giveBackTry(perNetworkAndAccount, networkAndAccountOf(attempt));
    await this.budgets.giveBackTry(perWiderNetworkAndAccount, widerNetworkAndAccountOf(attempt));
    await this.budgets.giveBackTry(perAccount, keyOf(attempt.account));
  }
}

function networkAndAccountOf({ account, network }: Attempt): string {
  return `${network} ${keyOf(account)}`;
}

function widerNetworkAndAccountOf({ account, network }: Attempt): string {
  return `${widerNetworkOf(network)} ${keyOf(account)}`;
}

/** Hashed, so that an address without an account is not stored as typed, and a key has a fixed length. */
function keyOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
