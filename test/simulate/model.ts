import type { JobState } from '@sixpence/contracts/http/release';
import type { Currency } from '@sixpence/contracts/currencies';
import { currencies, type Act, type ActOf, type Answer } from './act.js';
import { PaymentsModel, type Wallets } from './model-payments.js';
import { isMoneyAct } from './money-calls.js';
import { pagesOfDocuments, peopleCount } from './steps.js';

interface Job {
  person: number;
  document: number;
  pages: number;
  state: JobState;
  impressions: number;
  captured: number;
  givenBack: number;
}

/** The expected state of the ledger, as plain sums and lists. Acts change it one after the other. */
export class Model implements Wallets {
  private posted: Record<string, number> = {};
  private moved: Record<string, number> = {};
  private keys = new Set<string>();
  private releases = new Map<string, Answer | 'made'>();
  private jobs = new Map<string, Job>();
  private payments = new PaymentsModel();

  constructor(
    /** The price of a page for each document. */
    private readonly pagePrices: readonly number[],
    /** Whether a refused release stays refused. */
    private readonly keepsRefusals: boolean,
  ) {}

  copy(): Model {
    const copy = new Model(this.pagePrices, this.keepsRefusals);
    copy.posted = { ...this.posted };
    copy.moved = { ...this.moved };
    copy.keys = new Set(this.keys);
    copy.releases = new Map(this.releases);
    copy.jobs = new Map([...this.jobs].map(([id, job]) => [id, { ...job }]));
    copy.payments = this.payments.copy();
    return copy;
  }

  apply(act: Act): Answer {
    if (isMoneyAct(act)) return this.payments.applyAct(this, act);
    switch (act.do) {
      case 'post':
        return this.post(act);
      case 'release':
        return this.release(act);
      case 'settle':
        return this.settle(act);
      case 'give up':
        return this.giveUp(act);
      case 'give back':
        return this.giveBack(act);
    }
  }

  /** The state that users can see, in the format of `figuresOf`. */
  figures(): string[] {
    const lines: string[] = [];
    for (let person = 0; person < peopleCount; person += 1) {
      for (const currency of currencies) {
        const held = currency === 'GBP' ? this.heldAmount(person) : 0;
        lines.push(`wallet ${person} ${currency}: ${this.posted[`${person} ${currency}`] ?? 0} less ${held}`);
      }
      const open = this.jobsOf(person).filter((job) => !isOver(job));
      for (const document of pagesOfDocuments.keys()) {
        lines.push(
          `document ${person}.${document}: ${open.filter((job) => job.document === document).length} open`,
        );
      }
    }
    for (const [what, amount] of Object.entries(this.moved))
      if (amount > 0) lines.push(`moved ${what}: ${amount}`);
    for (const [id, job] of this.jobs) {
      const price = this.priceOf(job, job.pages);
      const paid = isOver(job) ? `${job.captured} + ${price - job.captured}` : 'open';
      lines.push(
        `job ${id}: ${job.state} ${job.impressions}/${job.pages}, ${paid}, facts ${isOver(job) ? 1 : 0}`,
      );
    }
    for (const [id, release] of this.releases) if (release === 'made') lines.push(`release ${id}: facts 1`);
    return [...lines, ...this.payments.figures()].sort();
  }

  private post({ what, person, currency, amount, key }: ActOf<'post'>): Answer {
    if (this.keys.has(key)) return { done: false };
    const gives = what === 'admin-grant';
    if (!gives && this.available(person, currency) < amount) return insufficient;
    this.keys.add(key);
    this.moveMoney(person, currency, what, gives ? amount : -amount);
    return { done: true };
  }

  private release({ id, person, documents }: ActOf<'release'>): Answer {
    const earlier = this.releases.get(id);
    if (earlier === 'made') return { available: this.available(person) };
    if (earlier) return earlier;
    const jobs = documents.map((document): Job => {
      const pages = pagesOfDocuments[document]!;
      return { person, document, pages, state: 'held', impressions: 0, captured: 0, givenBack: 0 };
    });
    const price = jobs.reduce((sum, job) => sum + this.priceOf(job, job.pages), 0);
    if (price > this.available(person)) {
      if (this.keepsRefusals) this.releases.set(id, insufficient);
      return insufficient;
    }
    this.releases.set(id, 'made');
    for (const [line, job] of jobs.entries()) this.jobs.set(`${id}/${line}`, job);
    return { available: this.available(person) };
  }

  private settle({ job: id, outcome, impressions }: ActOf<'settle'>): Answer {
    const job = this.jobs.get(id);
    if (!job) return unknownJob;
    if (!isOver(job)) {
      job.impressions = Math.max(job.impressions, Math.min(impressions, job.pages));
      // A job whose pages were all counted is paid, even if its end is unknown.
      const isUndecided = outcome === 'unknown' && job.impressions < job.pages;
      if (isUndecided) job.state = 'checking';
      else if (job.impressions === job.pages) job.state = 'completed';
      else if (job.impressions > 0) job.state = 'partial';
      else job.state = outcome === 'canceled' ? 'canceled' : 'failed';
      if (!isUndecided) this.capture(job, this.priceOf(job, job.impressions));
    }
    return {
      state: job.state,
      impressions: job.impressions,
      captured: job.captured,
      returned: isOver(job) ? this.priceOf(job, job.pages) - job.captured : 0,
      available: this.available(job.person),
    };
  }

  private giveUp({ job: id }: ActOf<'give up'>): Answer {
    const job = this.jobs.get(id);
    if (!job) return unknownJob;
    if (isOver(job)) return { done: false };
    // No report of a held job has arrived, so none of its pages counts.
    job.state = job.impressions > 0 ? 'partial' : 'failed';
    this.capture(job, this.priceOf(job, job.impressions));
    return { done: true };
  }

  private giveBack({ job: id, amount, key }: ActOf<'give back'>): Answer {
    const job = this.jobs.get(id);
    if (!job) return unknownJob;
    if (this.keys.has(key)) return { done: false };
    if (amount > job.captured - job.givenBack) return { refused: 'credits.more-than-captured' };
    this.keys.add(key);
    job.givenBack += amount;
    this.moveMoney(job.person, 'GBP', 'give-back', amount);
    return { done: true };
  }

  private capture(job: Job, amount: number): void {
    job.captured = amount;
    this.moveMoney(job.person, 'GBP', 'capture', -amount);
  }

  private priceOf(job: Job, pages: number): number {
    return this.pagePrices[job.document]! * pages;
  }

  available(person: number, currency: Currency = 'GBP'): number {
    const held = currency === 'GBP' ? this.heldAmount(person) : 0;
    return (this.posted[`${person} ${currency}`] ?? 0) - held;
  }

  private heldAmount(person: number): number {
    return this.jobsOf(person)
      .filter((job) => !isOver(job))
      .reduce((sum, job) => sum + this.priceOf(job, job.pages), 0);
  }

  private jobsOf(person: number): Job[] {
    return [...this.jobs.values()].filter((job) => job.person === person);
  }

  moveMoney(person: number, currency: Currency, what: string, amount: number): void {
    const wallet = `${person} ${currency}`;
    this.posted[wallet] = (this.posted[wallet] ?? 0) + amount;
    const line = `${wallet} ${what}`;
    this.moved[line] = (this.moved[line] ?? 0) + Math.abs(amount);
  }
}

const insufficient: Answer = { refused: 'credits.insufficient' };
const unknownJob: Answer = { refused: 'job.unknown' };

function isOver(job: Job): boolean {
  return job.state !== 'held' && job.state !== 'checking';
}
