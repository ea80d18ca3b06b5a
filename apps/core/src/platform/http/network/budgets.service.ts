import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import type { Budget, Call } from '@sixpence/contracts/http/call';
import { Refusal } from '@sixpence/contracts/refusals';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { BUDGET_DATABASE } from './budget-database.js';
import { CountsInTurn, type Count } from './in-turn.js';
import { UsedUp } from './used-up.js';

/** A customer of a provider makes the calls of so many networks: IPv6 gives them 65,536, and a campus uses some. */
const networksOfCustomer = 5;

/** Another core may give back: after this long the count of a used-up budget is read again from its row. */
const sharedMemorySeconds = 10;

/**
 * How often something may be done. Shared budgets are kept in the database, so that they hold across cores and restarts;
 * the others in this process, because they only stop a program that has run wild. A flood against one budget costs nobody
 * else a connection: budgets have their own, one statement at a time writes a row, and a budget that is used up is
 * remembered here.
 */
@Injectable()
export class BudgetsService implements OnApplicationShutdown {
  private readonly counts = new Map<string, CountsInTurn>();
  private readonly usedUp = new UsedUp();

  constructor(@Inject(BUDGET_DATABASE) private readonly database: DataSource) {}

  /** Takes one call off what this person has left of it. @throws Refusal `request.too-many` */
  async takeFromPerson(call: Call, personId: string): Promise<void> {
    if (call.budget?.person)
      await this.take({ name: `person ${nameOf(call)}`, ...call.budget.person }, personId);
  }

  /** Takes one call off what this network, and its customer of a provider, has left of it. @throws Refusal `request.too-many` */
  async takeFromNetwork(call: Call, network: string): Promise<void> {
    const budget = call.budget?.network;
    if (!budget) return;
    await this.take({ name: `network ${nameOf(call)}`, ...budget }, network);
    const wider = widerNetworkOf(network);
    if (wider === network) return;
    const points = budget.points * networksOfCustomer;
    await this.take({ name: `wider network ${nameOf(call)}`, ...budget, points }, wider);
  }

  /** Takes one off a budget of any name. @throws Refusal `request.too-many` with the seconds until there is more */
  async take(budget: NamedBudget, key: string): Promise<Count> {
    const name = `${budget.name}:${key}`;
    const left = this.usedUp.secondsLeft(name, performance.now());
    if (left > 0) throw tooMany(left);
    const count = await this.count(budget, key);
    if (count.used <= budget.points) return count;
    // A refused try takes nothing: otherwise refusals would use up what is given back later.
    const { used, secondsLeft } = await this.countsOf(budget).count(key, -1);
    const remembered = budget.shared ? sharedMemorySeconds : secondsLeft;
    if (used >= budget.points) this.usedUp.add(name, secondsLeft, performance.now(), remembered);
    throw tooMany(count.secondsLeft);
  }

  /** Counts one more, however many there were: for whoever decides by the number. */
  count(budget: NamedBudget, key: string): Promise<Count> {
    return this.countsOf(budget).count(key);
  }

  /** Gives back one that was taken or counted. */
  async giveOneBack(budget: NamedBudget, key: string): Promise<void> {
    await this.countsOf(budget).count(key, -1);
    // After it is written: a try that was refused meanwhile has been remembered by now.
    this.usedUp.forget(`${budget.name}:${key}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }

  private countsOf({ name, points, seconds, shared }: NamedBudget): CountsInTurn {
    const known = this.counts.get(name);
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
    const counts = new CountsInTurn((key, sum) => added(limiter, key, sum));
    this.counts.set(name, counts);
    return counts;
  }
}

export function tooMany(secondsLeft: number): Refusal {
  return new Refusal('request.too-many', 'Too many attempts. Please wait a few minutes.', secondsLeft);
}

export interface NamedBudget extends Budget {
  name: string;
  shared?: true;
}

async function added(limiter: RateLimiterAbstract, key: string, sum: number): Promise<Count> {
  try {
    // A sum of nothing still reads how many there are.
    return countOf(sum < 0 ? await limiter.reward(key, -sum) : await limiter.consume(key, sum));
  } catch (outcome) {
    if (!(outcome instanceof RateLimiterRes)) throw outcome;
    return countOf(outcome);
  }
}

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { used: consumedPoints, secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`;
}
