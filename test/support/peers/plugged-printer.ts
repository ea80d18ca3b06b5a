import type { PrintableDocument, PrinterAttributes, PrinterJob } from '@sixpence/agent/ipp/client';
import { IppError } from '@sixpence/agent/ipp/errors';
import { ScriptedPrinter } from '@sixpence/agent/ipp/testing/scripted-printer';

/** The state of the job after the power or the network returns. */
export type Return =
  /**
   * Power: the printer continues where it stopped, starts the job again, gives it up, or has forgotten
   * everything.
   */
  | 'resumes'
  | 'starts over'
  | 'gives up'
  | 'forgets'
  /**
   * Network: the printer has continued meanwhile, and knows the job, or has already forgotten the completed
   * job.
   */
  | 'printed on'
  | 'printed on, and forgets'
  | 'never';

export interface Adversary {
  /** The plug is pulled after this many pages; 0: as soon as the printer has the document. */
  afterPage: number;
  /** Whether the box still learns of that page. */
  isHeard: boolean;
  returns: Return;
  /**
   * True: the printer is away until the box gives up and calls the outcome unknown. False: for only three
   * requests.
   */
  isLong: boolean;
  /** How the box recognises its job. Without a name it must also check the printer's up-time. */
  identity: 'uuid' | 'whole name' | 'name cut off' | 'no name';
  /** `late`: impressions are counted a moment after the job's state is final. */
  counts: 'impressions' | 'late' | 'sheets' | 'nothing';
}

const fewQuestions = 3;
const pages = 3;

/**
 * A printer that loses power or network. It records what it really printed and what it reported, so that a
 * test can compare both with what was paid. After it has forgotten everything, a foreign job has our job-id.
 */
export class PluggedPrinter extends ScriptedPrinter {
  override pages = pages;
  /** The number of our pages that were printed. */
  printedPages = 0;
  /** The highest count of our job that the box could read, in the printer's own unit. */
  reportedCount = 0;
  /** Whether the box could read that our job was completed, or that it was cancelled or aborted. */
  reportedCompleted = false;
  reportedStopped = false;

  private isAway = false;
  private wasPulled = false;
  private unansweredQuestions = 0;
  private upTime = 100;
  private readsAfterEnd = 0;
  private unproven: { state: number; count: number } | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly adversary: Adversary) {
    super();
  }

  get isOff(): boolean {
    return this.isAway;
  }

  /** Restores the power or the network. */
  comeBack(): void {
    if (!this.isAway || this.adversary.returns === 'never') return;
    this.isAway = false;
    const job = this.jobs.at(-1);
    switch (this.adversary.returns) {
      case 'starts over':
        if (job?.state === 5) job.impressionsCompleted = 0;
        return;
      case 'gives up':
        if (job?.state === 5) Object.assign(job, { state: 8, reasons: ['aborted-by-system'] });
        return;
      case 'forgets':
        this.forgetAll();
        return;
      case 'printed on, and forgets':
        this.jobs.length = 0;
        return;
      case 'resumes':
      case 'printed on':
        return;
    }
  }

  override attributes(): PrinterAttributes {
    return { ...super.attributes(), upTimeSeconds: this.upTime };
  }

  override getAttributes(): Promise<PrinterAttributes> {
    return this.inQueue(async () => {
      const attributes = await super.getAttributes();
      if (this.unproven) this.recordReport(this.unproven);
      this.unproven = undefined;
      return attributes;
    });
  }

  override async createJob(options: Parameters<ScriptedPrinter['createJob']>[0]): Promise<PrinterJob> {
    return this.reportOf(await this.inQueue(() => super.createJob(options)));
  }

  override async sendDocument(jobId: number, document: PrintableDocument): Promise<PrinterJob> {
    const sent = await this.inQueue(async () => {
      const job = await super.sendDocument(jobId, document);
      if (this.adversary.afterPage === 0) this.pull();
      return job;
    });
    return this.reportOf(sent);
  }

  override async getJob(jobId: number): Promise<PrinterJob> {
    return this.reportOf(await this.inQueue(() => super.getJob(jobId)));
  }

  override async findJob(name: string): Promise<PrinterJob | null> {
    const { identity } = this.adversary;
    const canFind = identity === 'uuid' || identity === 'whole name';
    const job = await this.inQueue(() => (canFind ? super.findJob(name) : Promise.resolve(null)));
    return job && this.reportOf(job);
  }

  override cancelJob(jobId: number): Promise<void> {
    return this.inQueue(() => super.cancelJob(jobId));
  }

  protected override printPage(job: PrinterJob): void {
    const before = job.impressionsCompleted;
    super.printPage(job);
    if (job.impressionsCompleted === before) return;
    this.printedPages += 1;
    if (this.printedPages === this.adversary.afterPage) this.pull();
  }

  private pull(): void {
    if (this.wasPulled) return;
    this.wasPulled = true;
    this.isAway = true;
  }

  private forgetAll(): void {
    const name =
      { 'no name': '', 'name cut off': 'scan.pdf' }[this.adversary.identity as string] ?? 'scan.pdf';
    this.restart();
    this.unproven = undefined;
    this.upTime = 1;
    this.jobs.push({
      jobId: 1,
      jobUuid: 'urn:uuid:stranger',
      jobUri: '',
      name,
      state: 9,
      reasons: [],
      impressionsCompleted: pages,
      countsImpressions: true,
    });
  }

  /**
   * Handles one request after the other. While the printer is away it answers no request; without network it
   * continues to print.
   */
  private inQueue<T>(act: () => Promise<T>): Promise<T> {
    const answer = this.queue.then(() => this.answerTo(act));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  private async answerTo<T>(act: () => Promise<T>): Promise<T> {
    if (this.isAway) this.failToAnswer();
    const { wasPulled } = this;
    const answer = await act();
    const isCutOff = this.wasPulled && !wasPulled && !this.adversary.isHeard;
    if (isCutOff) throw new IppError('interrupted', 'the plug was pulled');
    return answer;
  }

  private failToAnswer(): never {
    const { returns, isLong } = this.adversary;
    const job = this.jobs.at(-1);
    if (returns.startsWith('printed on') && job?.state === 5) this.printPage(job);
    this.unansweredQuestions += 1;
    if (!isLong && returns !== 'never' && this.unansweredQuestions >= fewQuestions) this.comeBack();
    throw new IppError('unreachable', 'no printer answers');
  }

  /** A job's attributes, as this printer reports them. */
  private reportOf(job: PrinterJob): PrinterJob {
    const { identity, counts } = this.adversary;
    const isOurs = job.jobUuid !== 'urn:uuid:stranger';
    const count = this.countOf(job, counts === 'late');
    const report = { state: job.state, count: counts === 'nothing' ? 0 : count };
    // Without a name, only the up-time that the box requests next proves that the job is ours.
    if (isOurs && identity === 'no name' && job.state >= 5) this.unproven = report;
    else if (isOurs) this.recordReport(report);
    const name = identity === 'name cut off' && isOurs ? job.name.slice(0, 8) : job.name;
    return {
      ...job,
      jobUuid: identity === 'uuid' ? job.jobUuid : null,
      name: identity === 'no name' ? '' : name,
      impressionsCompleted: counts === 'impressions' || counts === 'late' ? count : 0,
      countsImpressions: counts === 'impressions' || counts === 'late',
      printerUpTime: identity === 'no name' ? undefined : this.upTime,
      sheetsCompleted: counts === 'sheets' ? count : undefined,
    };
  }

  private recordReport({ state, count }: { state: number; count: number }): void {
    this.reportedCount = Math.max(this.reportedCount, count);
    this.reportedCompleted ||= state === 9;
    this.reportedStopped ||= state === 7 || state === 8;
  }

  private countOf(job: PrinterJob, isLate: boolean): number {
    if (!isLate) return job.impressionsCompleted;
    if (job.state < 7) return 0;
    this.readsAfterEnd += 1;
    return this.readsAfterEnd > 1 ? job.impressionsCompleted : 0;
  }
}
