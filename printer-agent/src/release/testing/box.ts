import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentJob, Counting } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { Journal } from '../../journal/journal.js';
import { GatewayLink } from '../../link/gateway-link.js';
import { CheckingJobs } from '../checking-jobs.js';
import { JobSource } from '../job-source.js';
import { printLimits, type PrintLimits } from '../limits.js';
import { PrintQueue } from '../print-queue.js';
import { Reconciliation } from '../reconciliation.js';
import { Releases } from '../releases.js';
import { Reporter } from '../reporter.js';
import { aJob, aRelease, type AskedRelease } from '../../testing/builders.js';
import { ScriptedCore } from '../../testing/scripted-core.js';
import { ScriptedPrinter } from '../../ipp/testing/scripted-printer.js';

const log = pino({ level: 'silent' });

/** The database and its write-ahead log. */
const journalParts = ['', '-wal'];

export const quickLimits: PrintLimits & { stallMs: number } = {
  ...printLimits,
  stallMs: 60_000,
  pollMs: 2,
  firstPollMs: 1,
  eagerPollMs: 2,
  noticeMs: 5,
  busyFirstMs: 2,
  busyMostMs: 2,
  busyInAllMs: 60_000,
  unreachableMs: [2, 2, 2],
  documentRetryMs: 5,
  cancelMs: 60_000,
  cancelAgainMs: 5,
  lateCountMs: 30,
  checkMs: 5,
  checkAgainMs: 50,
};

/**
 * Core, a printer, and a folder that outlive the box, so that a test can kill a box and start the next one.
 */
export class World {
  readonly core = new ScriptedCore();
  readonly printer: ScriptedPrinter;
  readonly counting: Counting;
  readonly release: AskedRelease;
  readonly jobs: AgentJob[];
  /** The outcomes that core was asked to settle, by job. */
  readonly settled = new Map<string, string[]>();

  private readonly folder = mkdtempSync(join(tmpdir(), 'sixpence-box-'));

  constructor(jobs: number, parts: Partial<Pick<World, 'printer' | 'counting' | 'release'>> = {}) {
    this.printer = parts.printer ?? new ScriptedPrinter();
    this.counting = parts.counting ?? 'impressions';
    this.release = parts.release ?? aRelease({ askedAt: Date.now() });
    const { core, release } = this;
    // Copies of one document, as core creates them.
    this.jobs = Array.from({ length: jobs }, (_, index) =>
      aJob(release, {
        pages: this.printer.pages,
        ...(jobs > 1 && { copy: { number: index + 1, of: jobs } }),
      }),
    );
    const available = { minor: 500, currency: 'GBP' } as const;
    const jobOf = (jobId: string) => this.jobs.find((job) => job.jobId === jobId) ?? aJob(release);
    core.script = {
      release: () => ({ status: 'ok', body: { jobs: this.jobs, available } }),
      job: ({ jobId }) => ({ status: 'ok', body: jobOf(jobId) }),
      progress: () => ({ status: 'ok', body: {} }),
      settle: (body) => {
        const outcomes = this.settled.get(body.jobId) ?? [];
        this.settled.set(body.jobId, [
          ...outcomes,
          `${body.outcome} ${body.impressions} ${body.reason ?? ''}`.trim(),
        ]);
        const { held } = jobOf(body.jobId);
        const returned = { minor: 0, currency: 'GBP' } as const;
        const settlement = { jobId: body.jobId, state: 'completed', impressions: body.impressions } as const;
        return { status: 'ok', body: { ...settlement, captured: held, returned, available } };
      },
    };
  }

  /** A box at this site. `crashAt`: the boundary, counted from 1, at which it dies. */
  box(crashAt = Infinity, limits = quickLimits): Box {
    return new Box(this, join(this.folder, 'journal.db'), crashAt, limits);
  }

  /** Copies the journal as it is on the disk now. */
  copyJournal(name: string): void {
    for (const part of journalParts) {
      const file = join(this.folder, `journal.db${part}`);
      if (existsSync(file)) copyFileSync(file, join(this.folder, `${name}.db${part}`));
    }
  }

  /** The next box starts with that copy, or without a journal when no copy exists. */
  restoreJournal(name: string): void {
    for (const part of journalParts) {
      const copy = join(this.folder, `${name}.db${part}`);
      rmSync(join(this.folder, `journal.db${part}`), { force: true });
      if (existsSync(copy)) copyFileSync(copy, join(this.folder, `journal.db${part}`));
    }
  }

  async end(): Promise<void> {
    await this.core.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/**
 * One run of an agent's printing, from start to kill: all parts except the panel, wired as in the real agent.
 */
export class Box {
  readonly journal: Journal;
  readonly queue: PrintQueue;
  readonly releases: Releases;
  isDead = false;
  /**
   * The number of boundaries passed: before and after each write, each request to the printer, and each
   * question to core.
   */
  boundaries = 0;

  private readonly link: GatewayLink;
  private readonly reporter: Reporter;
  private readonly checking: CheckingJobs;

  constructor(
    private readonly world: World,
    path: string,
    private readonly crashAt: number,
    limits: typeof quickLimits,
  ) {
    this.journal = new Journal(path);
    const link = new GatewayLink({
      coreUrl: world.core.url,
      credentials: { agentId: randomUUID(), prove: () => 'proof' },
      version: 'test',
      log,
      timings: { reconnect: { firstMs: 5, mostMs: 10 } },
    });
    this.link = link;
    const breakableLink = this.breakable(link, ['askCore']);
    const printer = this.breakable(world.printer, [
      'getAttributes',
      'createJob',
      'sendDocument',
      'getJob',
      'findJob',
      'cancelJob',
    ]);
    this.breakable(this.journal.releases, ['storeRelease', 'storeHeld', 'storeRefused']);
    const book = this.breakable(this.journal.jobs, ['move', 'note', 'endJob', 'settleJob']);
    const source = new JobSource(breakableLink, world.core.url);
    this.releases = new Releases({
      journal: this.journal,
      link: breakableLink,
      source,
      log,
      isIdle: () => !this.queue.isBusy,
      limits,
    });
    this.reporter = new Reporter(book, breakableLink, log);
    const { printerId } = world.release;
    this.checking = new CheckingJobs({
      printer,
      printerId,
      counting: world.counting,
      book,
      link: breakableLink,
      limits,
      log,
    });
    const reconciliation = new Reconciliation(this.journal, breakableLink, log);
    link.on('welcome', ({ openJobs = [] }) => reconciliation.compare(openJobs));
    this.queue = new PrintQueue({
      printer,
      printerId,
      counting: world.counting,
      book,
      source,
      attributes: () => Promise.resolve(world.printer.attributes()),
      stopReason: () => world.printer.reasons[0],
      limits,
      log,
    });
  }

  start(): void {
    this.releases.on('held', ({ begun }) => this.queue.wake(begun));
    this.reporter.start();
    this.checking.start();
    this.journal.jobs.on('changed', (job) => this.checking.jobChanged(job));
    this.link.on('online', (online) => online && this.releases.recover());
    this.link.start();
    this.queue.wake();
  }

  /** `validatesAhead`: validates the jobs at the printer at the same time, as the panel does. */
  press({ validatesAhead = false } = {}): void {
    // The promise rejects when the box dies meanwhile. The test checks what the next box finds.
    this.releases.press(this.world.release).catch(() => undefined);
    if (validatesAhead && !this.isDead) this.queue.validateAhead(this.world.release.question);
  }

  /** True when this box has the settlement of every job of the release. */
  get isDone(): boolean {
    const jobs = this.journal.jobs.ofRelease(this.world.release.question.releaseId);
    return jobs.length === this.world.jobs.length && jobs.every((job) => job.step === 'settled');
  }

  async kill(): Promise<void> {
    this.isDead = true;
    this.link.stop();
    this.reporter.stop();
    this.releases.stop();
    await Promise.all([this.queue.stop(), this.checking.stop()]);
    this.journal.close();
  }

  /** Patches methods of a real object so that the box can die before and after each of their effects. */
  private breakable<T extends object>(target: T, methods: readonly (keyof T & string)[]): T {
    const patched = Object.create(target) as T;
    const isShared = target === (this.world.printer as object);
    for (const name of methods) {
      const original = (target[name] as (...values: unknown[]) => unknown).bind(target);
      const broken = (...values: unknown[]): unknown => {
        this.passBoundary();
        const result = original(...values);
        if (!(result instanceof Promise)) {
          this.passBoundary();
          return result;
        }
        return result.then((value: unknown) => {
          this.passBoundary();
          return value;
        });
      };
      Object.defineProperty(isShared ? patched : target, name, { value: broken });
    }
    return isShared ? patched : target;
  }

  private passBoundary(): void {
    this.boundaries += 1;
    if (this.isDead || this.boundaries >= this.crashAt) {
      this.isDead = true;
      throw new Error('The box is dead');
    }
  }
}
