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
import { CountWriter, type Count } from './count-writer.js';
import { UsedUpBudgets } from './used-up-budgets.js';

/**
 * The budget of a wider network is this many times the budget of a network. One customer of an internet
 * provider has 65,536 IPv6 networks, and a campus uses several.
 */
const widerBudgetFactor = 5;

/**
 * How long this process remembers that a shared budget is used up. Another core may give tries back
 * meanwhile, so the row is read again afterwards.
 */
const rememberSharedSeconds = 10;

/**
 * Counts attempts against budgets. Shared budgets are in the database, so they hold across cores and
 * restarts. The others are in this process, because they only stop a runaway program. A flood of tries on one
 * budget does not use up the connections: budgets have a pool of their own, one statement at a time writes a
 * row, and this process remembers used-up budgets.
 */
@Injectable()
export class BudgetsService implements OnApplicationShutdown {
  private readonly counts = new Map<string, CountWriter>();
  private readonly usedUp = new UsedUpBudgets();

  constructor(@Inject(BUDGET_DATABASE) private readonly database: DataSource) {}

  /** Takes one call from the person's budget for this call. @throws Refusal `request.too-many` */
  async takeFromPerson(call: Call, personId: string): Promise<void> {
    if (call.budget?.person)
      await this.takeTry({ name: `person ${nameOf(call)}`, ...call.budget.person }, personId);
  }

  /**
   * Takes one call from the network's budget for this call, and from that of its wider network.
   * @throws Refusal `request.too-many`
   */
  async takeFromNetwork(call: Call, network: string): Promise<void> {
    const budget = call.budget?.network;
    if (!budget) return;
    await this.takeTry({ name: `network ${nameOf(call)}`, ...budget }, network);
    const wider = widerNetworkOf(network);
    if (wider === network) return;
    const points = budget.points * widerBudgetFactor;
    await this.takeTry({ name: `wider network ${nameOf(call)}`, ...budget, points }, wider);
  }

  /**
   * Takes one try from a budget.
   * @throws Refusal `request.too-many` with the seconds until the budget is full again
   */
  async takeTry(budget: NamedBudget, key: string): Promise<Count> {
    const name = `${budget.name}:${key}`;
    const secondsLeft = this.usedUp.secondsLeft(name, performance.now());
    if (secondsLeft > 0) throw tooMany(secondsLeft);
    const count = await this.countTry(budget, key);
    if (count.used <= budget.points) return count;
    // A refused try is taken out of the count. Otherwise the count would still be above the budget after an
    // earlier try is given back.
    const after = await this.countsOf(budget).addTry(key, -1);
    const remembered = budget.shared ? rememberSharedSeconds : after.secondsLeft;
    if (after.used >= budget.points) this.usedUp.add(name, after.secondsLeft, performance.now(), remembered);
    throw tooMany(count.secondsLeft);
  }

  /** Counts one more try without refusing, for callers that decide by the number. */
  countTry(budget: NamedBudget, key: string): Promise<Count> {
    return this.countsOf(budget).addTry(key);
  }

  /** Gives back one try that was taken or counted. */
  async giveBackTry(budget: NamedBudget, key: string): Promise<void> {
    await this.countsOf(budget).addTry(key, -1);
    // Removes the budget from `usedUp` only after the write, because a try that is refused meanwhile adds it
    // again.
    this.usedUp.forget(`${budget.name}:${key}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }

  private countsOf({ name, points, seconds, shared }: NamedBudget): CountWriter {
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
    const counts = new CountWriter((key, sum) => added(limiter, key, sum));
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
    // A sum of 0 reads the count.
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
