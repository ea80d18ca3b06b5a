import { Injectable } from '@nestjs/common';
import type { Budget, Call } from '@sixpence/contracts/http/call';
import { Refusal } from '@sixpence/contracts/refusals';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';

/**
 * How often something may be done. Shared budgets are kept in the database, so that they hold across cores and restarts;
 * the others in this process, because they only stop a program that has run wild.
 */
@Injectable()
export class BudgetsService {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor(private readonly database: DataSource) {}

  /** Takes one call off what this person has left of it. @throws Refusal `request.too-many` */
  async takeFromPerson(call: Call, personId: string): Promise<void> {
    if (call.budget?.person)
      await this.take({ name: `person ${nameOf(call)}`, ...call.budget.person }, personId);
  }

  /** Takes one call off what this network address has left of it. @throws Refusal `request.too-many` */
  async takeFromNetwork(call: Call, address: string): Promise<void> {
    if (call.budget?.network)
      await this.take({ name: `network ${nameOf(call)}`, ...call.budget.network }, address);
  }

  /** Takes one off a budget of any name. @throws Refusal `request.too-many` with the seconds until there is more */
  async take(budget: NamedBudget, key: string): Promise<void> {
    const { used, secondsLeft } = await this.count(budget, key);
    if (used > budget.points) throw tooMany(secondsLeft);
  }

  /** Counts one more, however many there were: for whoever decides by the number. */
  async count(budget: NamedBudget, key: string): Promise<Count> {
    try {
      return countOf(await this.limiterOf(budget).consume(key));
    } catch (outcome) {
      if (!(outcome instanceof RateLimiterRes)) throw outcome;
      return countOf(outcome);
    }
  }

  /** Gives back one that was taken or counted. */
  async giveOneBack(budget: NamedBudget, key: string): Promise<void> {
    await this.limiterOf(budget).reward(key);
  }

  private limiterOf({ name, points, seconds, shared }: NamedBudget): RateLimiterAbstract {
    const known = this.limiters.get(name);
    if (known) return known;
    const options = { keyPrefix: name, points, duration: seconds };
    const limiter = shared
      ? new RateLimiterPostgres({
          ...options,
          storeClient: this.database,
          storeType: 'typeorm',
          tableName: 'attempt_budgets',
          tableCreated: true,
        })
      : new RateLimiterMemory(options);
    this.limiters.set(name, limiter);
    return limiter;
  }
}

/** How many there were within the time of a budget, this one included, and how much of the time is left. */
export interface Count {
  used: number;
  secondsLeft: number;
}

export function tooMany(secondsLeft: number): Refusal {
  return new Refusal('request.too-many', 'Too many attempts. Please wait a few minutes.', secondsLeft);
}

export interface NamedBudget extends Budget {
  name: string;
  shared?: true;
}

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { used: consumedPoints, secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`;
}
