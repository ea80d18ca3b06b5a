import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';

/** Wrong sign-ins one address may collect, and all sign-ins of one network address, in a quarter of an hour. */
const perAccount = { points: 10, duration: 15 * 60 };
const perNetworkAddress = { points: 100, duration: 15 * 60 };

/** Budgets for guessing, kept in the database so that they hold across cores and restarts. */
@Injectable()
export class AttemptsService {
  private readonly accounts: RateLimiterPostgres;
  private readonly networks: RateLimiterPostgres;

  constructor(database: DataSource) {
    const store = {
      storeClient: database,
      storeType: 'typeorm',
      tableName: 'attempt_budgets',
      tableCreated: true,
    };
    this.accounts = new RateLimiterPostgres({ ...store, ...perAccount, keyPrefix: 'sign-in' });
    this.networks = new RateLimiterPostgres({ ...store, ...perNetworkAddress, keyPrefix: 'sign-in-from' });
  }

  /** @throws Refusal `request.too-many` */
  async beforeSignIn(email: string, address: string): Promise<void> {
    await take(this.networks, address);
    await take(this.accounts, email.toLowerCase());
  }

  /** A right password gives the account's budget back. */
  async afterSignIn(email: string): Promise<void> {
    await this.accounts.delete(email.toLowerCase());
  }
}

async function take(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (outcome) {
    if (!(outcome instanceof RateLimiterRes)) throw outcome;
    const seconds = Math.ceil(outcome.msBeforeNext / 1_000);
    throw new Refusal('request.too-many', 'Too many attempts. Please wait a few minutes.', seconds);
  }
}
