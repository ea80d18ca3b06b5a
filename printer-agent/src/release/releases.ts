import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { AgentAnswer, AgentJob, AgentRequest } from '@sixpence/contracts/agent/gateway';
import { refusals } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import type { Journal } from '../journal/journal.js';
import type { ReleaseRecord } from '../journal/release-book.js';
import { backOffMs } from '../link/back-off.js';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { now } from '../job/clock.js';
import type { JobEnding, JobRecord } from '../job/job-record.js';
import type { JobSource } from './job-source.js';
import type { PrintLimits } from './limits.js';

export interface ReleasesParts {
  readonly journal: Journal;
  readonly link: Pick<GatewayLink, 'askCore'>;
  readonly source: JobSource;
  /** True when no other job precedes the next job of this printer. */
  readonly isIdle: (printerId: string) => boolean;
  readonly limits: Pick<PrintLimits, 'staleMs' | 'journalRefusesMs' | 'releaseWriteRetry'>;
  readonly log: Logger;
}

export interface Held {
  readonly releaseId: string;
  readonly printerId: string;
  /** The job that was written as `preflight` and is to begin now. */
  readonly begun: string | undefined;
}

/**
 * The answer to a release whose jobs were given back: nothing is charged, and the user may press PRINT again.
 */
const givenBack: Answered<'release'> = {
  status: 'refused',
  code: 'service.unavailable',
  message: refusals['service.unavailable'].sentence,
};

/**
 * The ending of a job whose state in core's answer is no longer `held` when its release is written or given
 * back. This run has not printed it, but an earlier run may have. Core keeps what it has settled, and checks
 * the other jobs.
 */
const endingOfUnheldJob: JobEnding = { outcome: 'unknown', reason: 'unknown-outcome' };

/**
 * Releases: presses of PRINT. Each is written to the journal before core is asked, and core is asked until it
 * has answered, even after restarts, because core may hold the money although its answer was lost. Emits
 * `held` when jobs were added to a printer's queue.
 */
export class Releases extends EventEmitter<{ held: [Held] }> {
  private readonly asking = new Set<string>();
  /** Releases whose user has gone, including those where the disk refused to store that. */
  private readonly abandoned = new Set<string>();
  private readonly stopping = new AbortController();

  constructor(private readonly parts: ReleasesParts) {
    super();
  }

  /**
   * Asks core to hold the price of all the documents, or of none. Resolves when core has answered and the
   * journal has the answer. If the journal refuses a release that core holds, its jobs are given back and the
   * answer is `service.unavailable`.
   * @throws Error when the release cannot be written: then core was not asked
   */
  async press(release: {
    printerId: string;
    requestId: string;
    question: AgentRequest<'release'>;
  }): Promise<Answered<'release'>> {
    this.parts.journal.releases.storeRelease({ ...release, askedAt: now() });
    return this.askUntilAnswered(release.question);
  }

  /**
   * Marks that the user left before core answered. Jobs that core holds nevertheless are given back
   * unprinted.
   */
  abandon(releaseId: string): void {
    if (this.asking.has(releaseId)) this.abandoned.add(releaseId);
    this.parts.journal.releases.abandon(releaseId);
  }

  /** Repeats unanswered questions. Must be called whenever the link to core is up again. */
  recover(): void {
    for (const { releaseId, question } of this.parts.journal.releases.unanswered()) {
      if (this.asking.has(releaseId)) continue;
      this.askUntilAnswered(question).catch((error: unknown) => {
        this.parts.log.warn(
          { releaseId, err: error },
          'The agent stopped before it stored the answer to a release; the next start asks core again',
        );
      });
    }
  }

  /** Asks no more. The next start resumes from the journal. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Core may hold the price from the first question on, so only core's answer in the journal ends the loop.
   * An invalid answer does not end it, and neither does a disk that refuses the write. Core answers with the
   * same jobs each time, in their current states.
   */
  private async askUntilAnswered(question: AgentRequest<'release'>): Promise<Answered<'release'>> {
    const { releaseId } = question;
    const { link, log, limits } = this.parts;
    let heldSince: number | undefined;
    this.asking.add(releaseId);
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          const answer = await link.askCore('release', question, Infinity);
          if (answer.status === 'refused') {
            this.parts.journal.releases.storeRefused(releaseId);
            return answer;
          }
          const isFirstTry = heldSince === undefined;
          heldSince ??= now();
          const isLastTry = now() - heldSince >= limits.journalRefusesMs;
          const isStored = await this.storeOrGiveBack(releaseId, answer.body, { isFirstTry, isLastTry });
          return isStored ? answer : givenBack;
        } catch (error) {
          if (this.stopping.signal.aborted) throw error;
          log.error(
            { releaseId, err: error },
            'The answer to a release could not be stored; the box asks core again',
          );
        }
        await this.pause(backOffMs(tries, limits.releaseWriteRetry, Math.random()));
      }
    } finally {
      this.asking.delete(releaseId);
      this.abandoned.delete(releaseId);
    }
  }

  /**
   * Writes the held jobs to the journal, so that the queue prints them.
   * @returns false when they were given back instead
   * @throws Error when the write failed and another try is due
   */
  private async storeOrGiveBack(
    releaseId: string,
    { jobs }: AgentAnswer<'release'>,
    { isFirstTry, isLastTry }: { isFirstTry: boolean; isLastTry: boolean },
  ): Promise<boolean> {
    const { source, log } = this.parts;
    const release = this.releaseOf(releaseId, jobs);
    for (const job of jobs) source.remember(job);
    const first = this.jobThatBegins(release, jobs);
    if (isFirstTry && first !== undefined) {
      // The download of a document has no effect that the journal must know, so it starts before the write.
      // The write blocks this thread, so one turn of the event loop lets the request leave first.
      source.prefetchDocument(first);
      await nextTurn();
    }
    // Read again: the user may have left during that turn.
    const current = this.releaseOf(releaseId, jobs);
    try {
      this.storeHeld(current, jobs);
      return true;
    } catch (error) {
      if (!isLastTry) throw error;
      log.error(
        { releaseId, err: error },
        'The journal refused a release for too long; its jobs are given back unprinted',
      );
      await this.giveBack(current, jobs);
      return false;
    }
  }

  /**
   * Settles these jobs at core without the journal: held jobs as not begun, the others as unknown. If core is
   * asked again about the release, its jobs are over.
   */
  private async giveBack(release: ReleaseRecord, jobs: readonly AgentJob[]): Promise<void> {
    const ending: JobEnding = this.endingIfUserLeft(release, now()) ?? {
      outcome: 'never-began',
      reason: 'not-accepted',
    };
    for (const { jobId, state } of jobs) {
      const reported = state === 'held' ? ending : endingOfUnheldJob;
      const answer = await this.parts.link.askCore(
        'settle',
        { jobId, impressions: 0, ...reported },
        Infinity,
      );
      if (answer.status === 'refused') {
        const { code } = answer;
        this.parts.log.error({ jobId, code }, 'Core refused to settle a job that was given back');
      }
    }
  }

  private releaseOf(releaseId: string, jobs: readonly AgentJob[]): ReleaseRecord {
    const release = this.parts.journal.releases.findRelease(releaseId);
    if (!release) throw new Error(`Release ${releaseId} is not in the journal`);
    const foreign = jobs.find((job) => job.releaseId !== releaseId || job.printerId !== release.printerId);
    if (foreign) throw new Error(`Job ${foreign.jobId} is not of release ${releaseId}`);
    return release;
  }

  /** The job that is to begin at once, because no other job precedes it. */
  private jobThatBegins(release: ReleaseRecord, [first]: readonly AgentJob[]): string | undefined {
    const isFirst = this.parts.isIdle(release.printerId) && !this.endingIfUserLeft(release, now());
    return isFirst && first?.state === 'held' ? first.jobId : undefined;
  }

  private storeHeld(release: ReleaseRecord, jobs: readonly AgentJob[]): void {
    const { journal } = this.parts;
    const { releaseId, printerId } = release;
    const at = now();
    const ending = this.endingIfUserLeft(release, at);
    const begun = this.jobThatBegins(release, jobs);
    // One write says that core holds the price and that Create-Job may be sent. If the box dies between this
    // write and Create-Job, it looks for the job by its name, finds none, and begins.
    const added = journal.together(() => {
      journal.releases.storeHeld(releaseId);
      return jobs.map((job, position) =>
        journal.jobs.addJob(job, position, at, {
          ending: job.state === 'held' ? ending : endingOfUnheldJob,
          isBegun: job.jobId === begun,
        }),
      );
    });
    this.tellListeners({ releaseId, printerId, begun }, added);
  }

  /** Errors of listeners are logged only: the jobs are in the journal and will be printed. */
  private tellListeners(held: Held, added: readonly JobRecord[]): void {
    const { journal, log } = this.parts;
    const { releaseId } = held;
    log.info({ releaseId, jobs: added.length }, 'Core holds the price of a release');
    try {
      this.emit('held', held);
      for (const job of added) journal.jobs.emit('changed', job);
    } catch (error) {
      log.error({ releaseId, err: error }, 'The box could not show a release that core holds');
    }
  }

  /** The ending of jobs whose user has left: their pages would lie in the tray for any passer-by. */
  private endingIfUserLeft(release: ReleaseRecord, at: number): JobEnding | undefined {
    if (release.abandoned || this.abandoned.has(release.releaseId))
      return { outcome: 'never-began', reason: 'canceled-by-person' };
    const isStale = at - release.askedAt > this.parts.limits.staleMs;
    return isStale ? { outcome: 'never-began', reason: 'stalled-too-long' } : undefined;
  }

  /** A pause that ends early when the agent stops. */
  private async pause(ms: number): Promise<void> {
    await Promise.allSettled([sleep(ms, undefined, { signal: this.stopping.signal })]);
  }
}
