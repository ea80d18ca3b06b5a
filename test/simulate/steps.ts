import type { JobOutcome } from '@sixpence/contracts/agent/gateway';
import { currencies, type Act, type ActOf, type Step } from './act.js';
import { MoneySteps } from './money-steps.js';
import type { Random } from './random.js';

export const peopleCount = 3;
/** The pages of the documents that every user has. */
export const pagesOfDocuments = [1, 3, 8] as const;

/**
 * A revision whose page numbers in the original are unknown. After a part of it is printed, core makes no
 * revision with the remaining pages, so the price of a document never changes.
 */
export const revisionOfDocuments = 3;

const recentJobs = 8;
const outcomes: JobOutcome[] = ['completed', 'canceled', 'aborted', 'never-began', 'unknown'];

/** Draws random steps. They depend on the seed alone, never on results. */
export class Steps {
  /** Every job that was ever requested. */
  readonly jobs: string[] = [];
  private readonly acts: Act[] = [];
  private readonly owners = new Map<string, number>();
  private nextSteps: Step[] = [];

  private readonly money: MoneySteps;

  constructor(private readonly random: Random) {
    this.money = new MoneySteps(random, peopleCount, (act) => this.record(act));
  }

  drawStep(): Step {
    const next = this.nextSteps.shift();
    if (next) return next;
    const share = this.random.share();
    if (share < 0.12) return this.drawPair();
    if (share < 0.13) return this.cutAndRepeat(this.drawAct());
    if (share < 0.2 && this.acts.length > 0) return { kind: 'alone', act: this.random.pick(this.acts) };
    if (share < 0.22)
      return this.outOfOrder(this.random.share() < 0.5 ? this.jobActs() : this.money.ofOnePayment());
    if (share < 0.23) return this.inOrder(this.money.lateRefund());
    return { kind: 'alone', act: this.drawAct() };
  }

  private drawAct(): Act {
    if (this.random.share() < 0.25) return this.money.drawAct();
    const share = this.random.share();
    if (share < 0.2) return this.post('admin-grant');
    if (share < 0.54 || this.jobs.length === 0) return this.release();
    if (share < 0.78) return this.settle(this.job());
    if (share < 0.83) return this.giveUp(this.job());
    if (share < 0.93) return this.giveBack(this.job());
    return this.post(share < 0.97 ? 'admin-grant' : 'forfeited');
  }

  /** Two acts that conflict when they happen at the same moment. */
  private drawPair(): Step {
    const job = this.jobs.length === 0 ? undefined : this.job();
    const person = job === undefined ? this.person() : this.owners.get(job)!;
    const pairs: (() => [Act, Act])[] = [
      ...this.money.pairs(person),
      () => [this.release(person), this.release(person)],
      () => [this.release(person), this.post('forfeited', person)],
      () => twice(this.release(person)),
      () => twice(this.post('admin-grant', person)),
      () => [this.release(person), this.money.refund(person)],
      () => [this.release(person), this.money.dispute()],
      () => [this.post('forfeited', person), this.money.refund(person)],
    ];
    if (job !== undefined) {
      pairs.push(
        () => [this.settle(job), this.settle(job)],
        () => [this.settle(job), this.giveUp(job)],
        () => [this.settle(job), this.giveBack(job)],
        () => [this.giveBack(job), this.giveBack(job)],
        () => twice(this.giveBack(job)),
        () => [this.settle(job), this.settle(this.job())],
        () => [this.settle(job), this.release(person)],
        () => [this.settle(job), this.money.refund(person)],
      );
    }
    const acts = this.random.pick(pairs)();
    return { kind: 'concurrent', acts, waitAtWalletOf: this.random.share() < 0.4 ? person : undefined };
  }

  private jobActs(): Act[] {
    const release = this.release();
    const job = `${release.id}/0`;
    return [release, this.settle(job), this.giveBack(job), this.giveUp(job)];
  }

  /** Related acts arrive in random order, and then all of them again in another order. */
  private outOfOrder(acts: readonly Act[]): Step {
    return this.inOrder([...this.random.shuffled(acts), ...this.random.shuffled(acts)]);
  }

  private inOrder(acts: readonly Act[]): Step {
    const [first, ...rest] = acts.map((act): Step => ({ kind: 'alone', act }));
    this.nextSteps = rest;
    return first!;
  }

  private cutAndRepeat(act: Act): Step {
    const from = this.random.pick(['here', 'server'] as const);
    return { kind: 'cut and repeated', act, cut: { from, afterMs: this.random.between(0, 3) } };
  }

  private release(person = this.person()): ActOf<'release'> {
    const all = this.random.shuffled(pagesOfDocuments.map((_, document) => document));
    const act = {
      do: 'release' as const,
      id: this.random.uuid(),
      person,
      // Copies of one document follow each other.
      documents: all
        .slice(0, this.random.pick([1, 1, 1, 2, 3]))
        .flatMap((document) => Array.from({ length: this.random.pick([1, 1, 1, 1, 2, 3]) }, () => document)),
    };
    for (const line of act.documents.keys()) {
      this.jobs.push(`${act.id}/${line}`);
      this.owners.set(`${act.id}/${line}`, person);
    }
    return this.record(act);
  }

  private settle(job: string): Act {
    const impressions = this.random.between(0, Math.max(...pagesOfDocuments));
    return this.record({ do: 'settle', job, outcome: this.random.pick(outcomes), impressions });
  }

  private giveUp(job: string): Act {
    return this.record({ do: 'give up', job });
  }

  private giveBack(job: string): Act {
    const amount = this.random.between(1, 40);
    return this.record({ do: 'give back', job, amount, key: this.random.uuid() });
  }

  private post(what: 'admin-grant' | 'forfeited', person = this.person()): Act {
    const amount = this.random.between(1, 150);
    const currency = this.random.share() < 0.9 ? 'GBP' : this.random.pick(currencies);
    return this.record({ do: 'post', what, person, currency, amount, key: this.random.uuid() });
  }

  private person(): number {
    return this.random.between(0, peopleCount - 1);
  }

  private job(): string {
    return this.random.pick(this.jobs.slice(-recentJobs));
  }

  private record<A extends Act>(act: A): A {
    this.acts.push(act);
    return act;
  }
}

function twice(act: Act): [Act, Act] {
  return [act, act];
}
