import { setTimeout as sleep } from 'node:timers/promises';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { Logger } from 'pino';
import type { JobOptions, PrinterAttributes, PrinterJob } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { jobState } from '../ipp/job-status.js';
import { reasonOf } from '../ipp/reasons.js';
import { now } from '../job/clock.js';
import { isTerminal } from '../job/ending.js';
import { CountedUpload } from './counted-upload.js';
import { followJob, type FollowParts } from './follow.js';
import { AlreadyBegun, DocumentUnavailable, type JobSource, type OpenDocument } from './job-source.js';
import { isOver } from '../job/job-step.js';
import type { OpenJob } from './open-job.js';
import { Patience } from './patience.js';
import { lookForJob, withdrawJob } from './printer-operations.js';
import { awaitsDocument } from './sight.js';
import { troubleOf } from './trouble.js';

const format = 'application/pdf';
const media = 'iso_a4_210x297mm';

export interface JobRunParts extends Omit<FollowParts, 'pause'> {
  readonly source: Pick<JobSource, 'openDocument' | 'heldAt'>;
  /**
   * Asks the printer whether it would accept such a job.
   * @throws IppError when it would not, or does not say
   */
  readonly validate: (options: JobOptions) => Promise<void>;
  /** The printer's capabilities, at most half a minute old. */
  readonly attributes: () => Promise<PrinterAttributes>;
  /**
   * Milliseconds since 1970; the end of the previous job, or 0 when none has ended since the agent started.
   */
  readonly previousEndedAt: number;
  /**
   * True when one journal write stored the job together with its step `preflight`, and nothing has been sent
   * since.
   */
  readonly isNew?: boolean;
  /** True when an earlier run of the agent may have sent the job, regardless of the journal. */
  readonly isInherited?: boolean;
  /** True when the user has pressed Home: jobs that have not begun are given back. */
  readonly isLeaving: (releaseId: string) => boolean;
  /**
   * True when the journal has refused writes for this job for too long. The job is given back, unless its
   * document was sent.
   */
  readonly isGivenUp?: boolean;
  readonly log: Logger;
  /** Aborts when the agent stops. The next start resumes from the journal. */
  readonly signal: AbortSignal;
}

/**
 * A reason why a job cannot be created now: the printer is busy, the printer gave no usable answer, or core
 * does not hand over the document. It may be gone at the next try.
 */
interface Obstacle {
  readonly kind: 'busy' | 'no-answer' | 'document';
  readonly reason?: JobReason;
}

/**
 * Runs one job from the step in the journal to its end. The document is sent at most once: after
 * Send-Document may have reached the printer, only proof that the printer holds no document allows another
 * try.
 */
export class JobRun {
  /**
   * The printer may hold a job of this name from requests whose answers were lost: nothing, a job without a
   * document, or anything that an earlier run of the agent sent and that the journal does not show.
   */
  private mayBeAtPrinter: 'nothing' | 'unsent' | 'anything';
  /** The document on its way from core. Its value is undefined when core does not hold the price any more. */
  private opening: Promise<OpenDocument | undefined> | undefined;
  private isFirstTry = true;
  private sendAnswer: PrinterJob | undefined;
  private attempts = 1;

  constructor(
    private readonly parts: JobRunParts,
    private readonly job: OpenJob,
  ) {
    const { step } = job.record;
    const mayBeCreated =
      (step === 'preflight' && parts.isNew !== true) || (step === 'ready' && parts.isInherited === true);
    this.mayBeAtPrinter = mayBeCreated ? 'anything' : 'nothing';
  }

  /** @throws the signal's reason when the agent stops */
  async run(): Promise<void> {
    try {
      while (!isOver(this.job.record.step)) await this.advance();
    } finally {
      this.discardDocument();
    }
  }

  private async advance(): Promise<void> {
    this.parts.signal.throwIfAborted();
    switch (this.job.record.step) {
      case 'ready':
        if (this.parts.isGivenUp) this.giveBack('not-accepted');
        else this.job.move('preflight');
        return;
      case 'preflight':
        return this.create();
      case 'created':
        return this.sendAnswer ? this.follow() : this.uploadDocument();
      default:
        return this.follow();
    }
  }

  private follow(): Promise<void> {
    return followJob(this.job, { ...this.parts, pause: (ms) => this.pause(ms) }, this.sendAnswer);
  }

  /**
   * Preflight and Create-Job, with retries while the printer is busy or unreachable, and while core is
   * unreachable.
   */
  private async create(): Promise<void> {
    const patience = new Patience(this.parts.limits);
    while (this.job.record.step === 'preflight') {
      const obstacle = await this.tryToCreate();
      if (!obstacle) continue;
      const waitMs = patience.nextWait(obstacle.kind, now());
      if (waitMs === undefined) {
        this.giveBack(obstacle.reason);
      } else {
        this.job.storeReason(obstacle.reason);
        await this.pause(waitMs);
      }
    }
  }

  /**
   * Tries once.
   * @returns the obstacle, or undefined when the job was created or has ended
   */
  private async tryToCreate(): Promise<Obstacle | undefined> {
    try {
      if (this.mayBeAtPrinter !== 'nothing' && !(await this.withdrawEarlierTry())) return undefined;
      const checked = await this.preflight();
      if ('reason' in checked) {
        this.giveBack(checked.reason);
        return undefined;
      }
      this.mayBeAtPrinter = 'unsent';
      const { jobId, jobUuid, jobUri } = await this.parts.printer.createJob(this.options);
      const upTime = { printerUpTime: checked.attributes.upTimeSeconds, upTimeSeenAt: now() };
      this.job.move('created', { printerSide: { jobId, jobUuid, jobUri, ...upTime } });
      return undefined;
    } catch (error) {
      if (error instanceof DocumentUnavailable) return { kind: 'document' };
      if (error instanceof AlreadyBegun) {
        this.job.endJob({ outcome: 'unknown', reason: 'unknown-outcome' });
        return undefined;
      }
      if (!(error instanceof IppError)) throw error;
      const trouble = troubleOf(error.kind);
      this.parts.log.warn({ jobId: this.job.record.jobId, err: error }, 'The printer did not take the job');
      if (trouble !== 'refused') return { kind: trouble, reason: reasonOf(error) };
      this.giveBack(reasonOf(error));
      return undefined;
    }
  }

  /**
   * The checks before Create-Job.
   * @returns the printer's capabilities, or the reason why the job is given back (undefined when core no
   * longer holds the price)
   */
  private async preflight(): Promise<{ attributes: PrinterAttributes } | { reason: JobReason | undefined }> {
    const reasonBefore = this.reasonNotToBegin();
    if (reasonBefore) return { reason: reasonBefore };
    const attributes = await this.parts.attributes();
    const reasonOfPrinter = reasonNotToTake(attributes);
    if (reasonOfPrinter) return { reason: reasonOfPrinter };
    if (!(await this.openAndValidate())) return { reason: undefined };
    // Checked again, because core's answer with the document says for how long core has held the price.
    const reasonAfter = this.reasonNotToBegin();
    return reasonAfter ? { reason: reasonAfter } : { attributes };
  }

  /** Ends the job as one that never began. Core gives its price back, if it still holds it. */
  private giveBack(reason: JobReason | undefined): void {
    this.job.endJob({ outcome: 'never-began', reason });
  }

  private reasonNotToBegin(): JobReason | undefined {
    if (this.parts.isLeaving(this.job.record.releaseId)) return 'canceled-by-person';
    if (this.parts.isGivenUp) return 'not-accepted';
    const { jobId, heldAt } = this.job.record;
    // The clock of a box that lost its power may have jumped back. If core has told for how long it has held
    // the price, that time counts; otherwise the time in the journal.
    const heldSince = this.parts.source.heldAt(jobId) ?? heldAt;
    // A job may wait long behind another document of the same user. Its wait counts from the end of that
    // document.
    const waitsSince = Math.max(heldSince, this.parts.previousEndedAt);
    const isStale = now() - waitsSince > this.parts.limits.staleMs;
    return isStale ? 'stalled-too-long' : undefined;
  }

  /**
   * Opens the document, and asks the printer whether it would accept the job.
   * @returns false when core does not hold the price
   */
  private async openAndValidate(): Promise<boolean> {
    const { source, validate, isNew } = this.parts;
    this.discardDocument();
    const opening = source
      .openDocument(this.job.record.jobId)
      .then((opened) => (opened === 'over' ? undefined : opened));
    opening.catch(() => undefined);
    this.opening = opening;
    // Core has just confirmed the hold of a new job, so the document loads while the printer creates the job.
    // If the document does not come, the job is withdrawn, and the next try waits for the document first.
    const isAwaited = !isNew || !this.isFirstTry;
    this.isFirstTry = false;
    await validate(this.options);
    return !isAwaited || (await opening) !== undefined;
  }

  private discardDocument(): void {
    this.opening?.then((document) => document?.stream.destroy()).catch(() => undefined);
    this.opening = undefined;
  }

  /** @returns the document; undefined when it cannot be loaded now */
  private async takeDocument(): Promise<OpenDocument | undefined> {
    const { opening } = this;
    this.opening = undefined;
    try {
      return await opening;
    } catch (error) {
      if (!(error instanceof DocumentUnavailable)) throw error;
      this.parts.log.warn({ jobId: this.job.record.jobId, err: error }, 'The document could not be fetched');
      return undefined;
    }
  }

  /**
   * Cancels the job of an earlier Create-Job whose answer was lost, because without a document it would keep
   * the printer busy. If the journal was restored from an older copy, that job may already have its document.
   * If it may have printed, it is followed, and not sent again.
   * @returns true when the printer will print nothing of an earlier try, so that the job may be created
   */
  private async withdrawEarlierTry(): Promise<boolean> {
    const found = await this.parts.printer.findJob(this.job.record.jobId);
    const isUnsent = this.mayBeAtPrinter === 'unsent';
    this.mayBeAtPrinter = 'nothing';
    if (!found || (await this.withdraw(found, isUnsent))) return true;
    const { jobId, jobUuid, jobUri, printerUpTime = 0 } = found;
    this.discardDocument();
    const upTime = { printerUpTime, upTimeSeenAt: now() };
    this.job.move('created', { printerSide: { jobId, jobUuid, jobUri, ...upTime } });
    return false;
  }

  private async uploadDocument(): Promise<void> {
    const { job, parts } = this;
    // A download that this run started and did not consume was never sent. An earlier run may have sent the
    // document.
    const isUnsent = this.opening !== undefined;
    const document = await this.takeDocument();
    if (!document) return isUnsent ? this.withdrawUnsent() : this.lookForDocument({ isIncomplete: false });
    const upload = new CountedUpload(document);
    try {
      this.sendAnswer = await upload.run((stream) =>
        parts.printer.sendDocument(job.printerJobId, { stream, byteLength: document.byteLength, format }),
      );
    } catch (error) {
      parts.log.warn(
        { jobId: job.record.jobId, err: error },
        'Sending the document failed; the agent asks the printer what became of the job',
      );
      // A printer that aborts a job while it receives the document may have printed pages of it.
      const isRefused =
        error instanceof IppError && error.kind !== 'aborted' && troubleOf(error.kind) === 'refused';
      const refused = isRefused ? reasonOf(error) : undefined;
      return this.lookForDocument({ isIncomplete: upload.isIncomplete, refused });
    }
  }

  /**
   * Withdraws a job whose document was never sent. Nothing of it can be printed, whatever the printer shows.
   */
  private async withdrawUnsent(): Promise<void> {
    const seen = await lookForJob(this.parts.printer, this.job.record);
    if (typeof seen === 'object' && !isTerminal(seen.state)) await this.withdraw(seen, true);
    this.retryOrGiveBack(undefined);
  }

  /**
   * Decides, by the state at the printer, what follows a Send-Document that failed, or that an earlier run
   * may have sent. The job may be created again in two cases only: it still waited for its document when it
   * was withdrawn, or the printer ended it without having received all bytes and has counted no page. A job
   * in state `completed` counts as printed, because counts come late.
   */
  private async lookForDocument(sent: {
    isIncomplete: boolean;
    refused?: JobReason | undefined;
  }): Promise<void> {
    const seen = await this.lookPatiently();
    if (seen === 'silent' || seen === 'gone') {
      const unknown = seen === 'gone' ? 'unknown-outcome' : 'printer-unreachable';
      const isRefused = seen === 'gone' && sent.refused !== undefined;
      this.job.endJob({
        outcome: isRefused ? 'never-began' : 'unknown',
        reason: isRefused ? sent.refused : unknown,
      });
      return;
    }
    const waits = awaitsDocument(seen) || (sent.refused !== undefined && seen.state < jobState.processing);
    const endedUnfinished = isTerminal(seen.state) && seen.state !== jobState.completed;
    const cutOff = sent.isIncomplete && endedUnfinished && seen.impressionsCompleted === 0;
    const provenEmpty = cutOff && seen.countsImpressions && this.parts.counting === 'impressions';
    if (provenEmpty || (waits && (await this.withdraw(seen, sent.refused !== undefined))))
      this.retryOrGiveBack(sent.refused);
    else this.job.move('sent');
  }

  private async lookPatiently(): Promise<PrinterJob | 'gone' | 'silent'> {
    const { printer, limits } = this.parts;
    const deadline = now() + limits.stallMs;
    for (;;) {
      const seen = await lookForJob(printer, this.job.record);
      if (seen !== 'silent' || now() >= deadline) return seen;
      this.job.storeReason('printer-unreachable');
      await this.pause(limits.pollMs);
    }
  }

  private withdraw(found: PrinterJob, isUnsent: boolean): Promise<boolean> {
    const { printer, counting, limits } = this.parts;
    const deadline = now() + limits.cancelMs;
    return withdrawJob(printer, found, {
      counting,
      isUnsent,
      deadline,
      pause: () => this.pause(limits.pollMs),
    });
  }

  private retryOrGiveBack(refused: JobReason | undefined): void {
    const isLast = this.attempts >= this.parts.limits.attempts;
    const reason = refused ?? (isLast ? 'printer-unreachable' : undefined);
    this.attempts += 1;
    if (reason) this.giveBack(reason);
    else this.job.move('preflight', { printerSide: null });
  }

  private get options(): JobOptions {
    const { jobId, side, isColor } = this.job.record;
    return jobOptions(jobId, { side, isColor });
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.parts.signal });
  }
}

/** The printer's options for a document. */
export function jobOptions(jobName: string, chosen: Pick<JobOptions, 'side' | 'isColor'>): JobOptions {
  const { side, isColor } = chosen;
  return { jobName, format, side, isColor, media, copies: 1 };
}

function reasonNotToTake({
  accepting,
  formats,
  supportsCreateJob,
}: PrinterAttributes): JobReason | undefined {
  if (!accepting) return 'not-accepting';
  if (!formats.includes(format)) return 'format-not-printable';
  return supportsCreateJob ? undefined : 'not-accepted';
}
