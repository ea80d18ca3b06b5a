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
  readonly link: Pick<GatewayLink, 'ask'>;
  readonly source: JobSource;
  /** True when nothing stands before the next job of this printer. */
  readonly isIdle: (printerId: string) => boolean;
  readonly limits: Pick<PrintLimits, 'staleMs' | 'unwrittenMs' | 'unwrittenRetry'>;
  readonly log: Logger;
}

export interface Held {
  readonly releaseId: string;
  readonly printerId: string;
  /** The job that is to begin now, and was written down as begun. */
  readonly begun: string | undefined;
}

/** What a press answers whose jobs were given back: nothing is charged, and the person may press again. */
const givenBack: Answered<'release'> = {
  status: 'refused',
  code: 'service.unavailable',
  message: refusals['service.unavailable'].sentence,
};

/**
 * The ending of a job that core does not call held when its release is written down, or given back. This box has not printed it, and
 * does not know who did: core keeps what it has settled, and checks the others.
 */
const notOurs: JobEnding = { outcome: 'unknown', reason: 'unknown-outcome' };

/**
 * Presses of PRINT. Each is written down before core is asked, and asked until core has answered, over restarts too:
 * core may hold the money although its answer was lost. Emits `held` when jobs were added to a printer's queue.
 */
export class Releases extends EventEmitter<{ held: [Held] }> {
  private readonly asking = new Set<string>();
  /** Presses whose person has left, also where the disk refused to keep that. */
  private readonly abandoned = new Set<string>();
  private readonly stopping = new AbortController();

  constructor(private readonly parts: ReleasesParts) {
    super();
  }

  /**
   * Asks core to hold the price of all the documents, or of none; settled when core has answered and the answer is
   * written down. A release that core holds and the journal does not take is given back, and answers
   * `service.unavailable`.
   * @throws Error when the press cannot be written down: core has not been asked then
   */
  async press(release: {
    printerId: string;
    requestId: string;
    question: AgentRequest<'release'>;
  }): Promise<Answered<'release'>> {
    this.parts.journal.releases.ask({ ...release, askedAt: now() });
    return this.ask(release.question);
  }

  /** Notes that the person left before core answered. Jobs that core holds all the same are given back unprinted. */
  abandon(releaseId: string): void {
    if (this.asking.has(releaseId)) this.abandoned.add(releaseId);
    this.parts.journal.releases.abandon(releaseId);
  }

  /** Asks again what was never answered; called whenever core is back. */
  recover(): void {
    for (const { releaseId, question } of this.parts.journal.releases.unanswered()) {
      if (this.asking.has(releaseId)) continue;
      this.ask(question).catch((error: unknown) => {
        this.parts.log.warn({ releaseId, err: error }, 'A release stays unanswered until core is back');
      });
    }
  }

  /** Asks no more; the next start goes on from the journal. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Core may hold the price from the first time it is asked, so nothing but its answer, written down, ends the asking:
   * neither an answer that makes no sense nor a disk that refuses it. Core answers the same jobs each time, as they are
   * then.
   */
  private async ask(question: AgentRequest<'release'>): Promise<Answered<'release'>> {
    const { releaseId } = question;
    const { link, log, limits } = this.parts;
    let heldSince: number | undefined;
    this.asking.add(releaseId);
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          const answer = await link.ask('release', question, Infinity);
          if (answer.status === 'refused') {
            this.parts.journal.releases.refused(releaseId);
            return answer;
          }
          const isFirstTry = heldSince === undefined;
          heldSince ??= now();
          const isLastTry = now() - heldSince >= limits.unwrittenMs;
          const isTaken = await this.take(releaseId, answer.body, { isFirstTry, isLastTry });
          return isTaken ? answer : givenBack;
        } catch (error) {
          if (this.stopping.signal.aborted) throw error;
          log.error(
            { releaseId, err: error },
            'The answer to a release could not be taken; core is asked again',
          );
        }
        await this.rest(backOffMs(tries, limits.unwrittenRetry, Math.random()));
      }
    } finally {
      this.asking.delete(releaseId);
      this.abandoned.delete(releaseId);
    }
  }

  /**
   * Writes down what core holds, so that the queue prints it. @returns false when it was given back instead
   * @throws Error when it could not be written, and is not to be given back yet
   */
  private async take(
    releaseId: string,
    { jobs }: AgentAnswer<'release'>,
    { isFirstTry, isLastTry }: { isFirstTry: boolean; isLastTry: boolean },
  ): Promise<boolean> {
    const { source, log } = this.parts;
    const release = this.releaseOf(releaseId, jobs);
    for (const job of jobs) source.remember(job);
    const first = this.begins(release, jobs);
    if (isFirstTry && first !== undefined) {
      // Reading has no effect that the journal would have to know of, so the document is asked for before the write; and
      // as nothing moves here while the disk works, the question gets a turn to leave.
      source.openAhead(first);
      await nextTurn();
    }
    // Read again: the person may have left in that turn.
    const current = this.releaseOf(releaseId, jobs);
    try {
      this.hold(current, jobs);
      return true;
    } catch (error) {
      if (!isLastTry) throw error;
      log.error({ releaseId, err: error }, 'A release that cannot be written down is given back unprinted');
      await this.giveBack(current, jobs);
      return false;
    }
  }

  /** Tells core, past the journal, that nothing of these jobs was printed. Asking the release again then shows them as over. */
  private async giveBack(release: ReleaseRecord, jobs: readonly AgentJob[]): Promise<void> {
    const ending: JobEnding = this.endingAtOnce(release, now()) ?? {
      outcome: 'never-began',
      reason: 'not-accepted',
    };
    for (const { jobId, state } of jobs) {
      const told = state === 'held' ? ending : notOurs;
      const answer = await this.parts.link.ask('settle', { jobId, impressions: 0, ...told }, Infinity);
      if (answer.status === 'refused') {
        const { code } = answer;
        this.parts.log.error({ jobId, code }, 'Core does not take a job back that was never written down');
      }
    }
  }

  private releaseOf(releaseId: string, jobs: readonly AgentJob[]): ReleaseRecord {
    const release = this.parts.journal.releases.find(releaseId);
    if (!release) throw new Error(`Release ${releaseId} is not in the journal`);
    const foreign = jobs.find((job) => job.releaseId !== releaseId || job.printerId !== release.printerId);
    if (foreign) throw new Error(`Job ${foreign.jobId} is not of release ${releaseId}`);
    return release;
  }

  /** The job that is to begin at once, because nothing stands before it. */
  private begins(release: ReleaseRecord, [first]: readonly AgentJob[]): string | undefined {
    const isFirst = this.parts.isIdle(release.printerId) && !this.endingAtOnce(release, now());
    return isFirst && first?.state === 'held' ? first.jobId : undefined;
  }

  private hold(release: ReleaseRecord, jobs: readonly AgentJob[]): void {
    const { journal } = this.parts;
    const { releaseId, printerId } = release;
    const at = now();
    const ending = this.endingAtOnce(release, at);
    const begun = this.begins(release, jobs);
    // One write says that core holds the price and that Create-Job may go out. A box that dies after it and before
    // Create-Job looks for the job by its name, finds none, and begins.
    const added = journal.together(() => {
      journal.releases.held(releaseId);
      return jobs.map((job, position) =>
        journal.jobs.add(job, position, at, {
          ending: job.state === 'held' ? ending : notOurs,
          isBegun: job.jobId === begun,
        }),
      );
    });
    this.tell({ releaseId, printerId, begun }, added);
  }

  /** What is written is printed, whatever becomes of the telling. */
  private tell(held: Held, added: readonly JobRecord[]): void {
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

  /** The ending of jobs that nobody waits for any more: their paper would lie in the tray for anybody to take. */
  private endingAtOnce(release: ReleaseRecord, at: number): JobEnding | undefined {
    if (release.abandoned || this.abandoned.has(release.releaseId))
      return { outcome: 'never-began', reason: 'canceled-by-person' };
    const isStale = at - release.askedAt > this.parts.limits.staleMs;
    return isStale ? { outcome: 'never-began', reason: 'stalled-too-long' } : undefined;
  }

  /** A pause that ends early when the agent stops. */
  private async rest(ms: number): Promise<void> {
    await Promise.allSettled([sleep(ms, undefined, { signal: this.stopping.signal })]);
  }
}
