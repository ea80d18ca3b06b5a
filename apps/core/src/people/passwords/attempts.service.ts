import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import { BudgetsService, tooMany, type NamedBudget } from '../../platform/http/network/budgets.service.js';

const quarter = { seconds: 15 * 60, shared: true } as const;

/** Wrong passwords that one network may try of one account. */
const perNetworkAndAccount: NamedBudget = { name: 'sign-in', points: 10, ...quarter };
/** Wrong passwords of all accounts together that all networks of one customer of a provider may try. */
const perCustomer: NamedBudget = { name: 'sign-in network', points: 50, ...quarter };
/** Wrong passwords on a browser that signed in to the account before. */
const perDevice: NamedBudget = { name: 'sign-in device', points: 10, ...quarter };
/** Beyond so many wrong passwords from everywhere a customer's networks may try fewer; the account itself stays open. */
const perAccount: NamedBudget = { name: 'sign-in account', points: 50, ...quarter };
const fewer = 3;
/** The same tries of one account, counted for all networks of one customer of a provider. */
const perCustomerAndAccount: NamedBudget = { name: 'sign-in customer', points: fewer, ...quarter };

/** One try to sign in. */
export interface Attempt {
  /** The account's id, or the address where nobody has an account. */
  account: string;
  network: string;
  /** The browser, if it signed in to this account before. */
  deviceId: string | undefined;
}

/**
 * How often somebody may guess a password. A try is counted before the password is looked at, so that many at once are
 * not more than the budget, and given back when it was right. No number of wrong tries by strangers keeps the owner out:
 * their browser has a budget of its own, and so has every network. Where a budget is used up, the password is not looked
 * at, so that the answer tells a guesser nothing; a reset by mailed code makes the browser a known one, which signs in.
 */
@Injectable()
export class AttemptsService {
  constructor(private readonly budgets: BudgetsService) {}

  /** @throws Refusal `request.too-many` */
  async begin(attempt: Attempt): Promise<void> {
    if (attempt.deviceId !== undefined) {
      await this.budgets.take(perDevice, attempt.deviceId);
      return;
    }
    await this.budgets.take(perCustomer, widerNetworkOf(attempt.network));
    await this.budgets.take(perNetworkAndAccount, hereOf(attempt));
    const customer = await this.budgets.count(perCustomerAndAccount, customerOf(attempt));
    const everywhere = await this.budgets.count(perAccount, keyOf(attempt.account));
    if (everywhere.used > perAccount.points && customer.used > fewer) throw tooMany(customer.secondsLeft);
  }

  /** The network was told that nobody has the address: a hall of newcomers who try to sign in first has guessed nothing. */
  async guessedNothing({ network }: Attempt): Promise<void> {
    await this.budgets.giveOneBack(perCustomer, widerNetworkOf(network));
  }

  /** The password was right: the try does not count. */
  async succeeded(attempt: Attempt): Promise<void> {
    if (attempt.deviceId !== undefined) {
      await this.budgets.giveOneBack(perDevice, attempt.deviceId);
      return;
    }
    await this.budgets.giveOneBack(perCustomer, widerNetworkOf(attempt.network));
    await this.budgets.giveOneBack(perNetworkAndAccount, hereOf(attempt));
    await this.budgets.giveOneBack(perCustomerAndAccount, customerOf(attempt));
    await this.budgets.giveOneBack(perAccount, keyOf(attempt.account));
  }
}

function hereOf({ account, network }: Attempt): string {
  return `${network} ${keyOf(account)}`;
}

function customerOf({ account, network }: Attempt): string {
  return `${widerNetworkOf(network)} ${keyOf(account)}`;
}

/** An address that nobody has is not kept as it was typed, and a key has its bounds. */
function keyOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
