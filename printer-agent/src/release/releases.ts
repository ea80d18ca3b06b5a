import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentAnswer, AgentJob, AgentRequest } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import type { Journal } from '../journal/journal.js';
import type { ReleaseRecord } from '../journal/release-book.js';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { now } from '../job/clock.js';
import type { JobEnding } from '../job/job-record.js';
import type { JobSource } from './job-source.js';

export interface ReleasesParts {
  readonly journal: Journal;
  readonly link: Pick<GatewayLink, 'ask'>;
  readonly source: JobSource;
  /** True when nothing stands before the next job of this printer. */
  readonly isIdle: (printerId: string) => boolean;
  readonly staleMs: number;
  readonly log: Logger;
}

export interface Held {
  readonly releaseId: string;
  readonly printerId: string;
  /** The job that is to begin now, and was written down as begun. */
  readonly begun: string | undefined;
}

/**
 * Presses of PRINT. Each is written down before core is asked, and asked until core has answered, over restarts too:
 * core may hold the money although its answer was lost. Emits `held` when jobs were added to a printer's queue.
 */
export class Releases extends EventEmitter<{ held: [Held] }> {
  private readonly asking = new Set<string>();

  constructor(private readonly parts: ReleasesParts) {
    super();
  }

  /** Asks core to hold the price of all the documents, or of none; settled when core has answered. */
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

  private async ask(question: AgentRequest<'release'>): Promise<Answered<'release'>> {
    const { releaseId } = question;
    this.asking.add(releaseId);
    try {
      const answer = await this.parts.link.ask('release', question, Infinity);
      if (answer.status === 'ok') await this.take(releaseId, answer.body);
      else this.parts.journal.releases.answer(releaseId, 'refused');
      return answer;
    } finally {
      this.asking.delete(releaseId);
    }
  }

  private async take(releaseId: string, { jobs }: AgentAnswer<'release'>): Promise<void> {
    const { source } = this.parts;
    const release = this.releaseOf(releaseId, jobs);
    for (const job of jobs) source.remember(job);
    const first = this.begins(release, jobs);
    if (first !== undefined) {
      // Reading has no effect that the journal would have to know of, so the document is asked for before the write; and
      // as nothing moves here while the disk works, the question gets a turn to leave.
      source.openAhead(first);
      await nextTurn();
    }
    // Read again: the person may have left in that turn.
    this.hold(this.releaseOf(releaseId, jobs), jobs);
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
    return isFirst ? first?.jobId : undefined;
  }

  private hold(release: ReleaseRecord, jobs: readonly AgentJob[]): void {
    const { journal, log } = this.parts;
    const { releaseId, printerId } = release;
    const at = now();
    const ending = this.endingAtOnce(release, at);
    const begun = this.begins(release, jobs);
    // One write says that core holds the price and that Create-Job may go out. A box that dies after it and before
    // Create-Job looks for the job by its name, finds none, and begins.
    const added = journal.together(() => {
      journal.releases.answer(releaseId, 'held');
      return jobs.map((job, position) =>
        journal.jobs.add(job, position, at, { ending, isBegun: job.jobId === begun }),
      );
    });
    this.emit('held', { releaseId, printerId, begun });
    for (const job of added) journal.jobs.emit('changed', job);
    log.info({ releaseId, jobs: jobs.length }, 'Core holds the price of a release');
  }

  /** The ending of jobs that nobody waits for any more: their paper would lie in the tray for anybody to take. */
  private endingAtOnce(release: ReleaseRecord, at: number): JobEnding | undefined {
    if (release.abandoned) return { outcome: 'never-began', reason: 'canceled-by-person' };
    const isStale = at - release.askedAt > this.parts.staleMs;
    return isStale ? { outcome: 'never-began', reason: 'stalled-too-long' } : undefined;
  }
}
