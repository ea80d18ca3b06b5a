import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { IppPrinter, PrinterJob } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { now } from '../job/clock.js';
import { isTerminal } from '../job/ending.js';
import type { JobRecord } from '../job/job-record.js';
import { jobState } from '../ipp/job-status.js';
import { isSameJob, needsUpTime, type OurJob } from './same-job.js';
import { awaitsDocument } from './sight.js';

/** The printer's operations that a job needs. */
export type PrinterDoor = Pick<
  IppPrinter,
  'getAttributes' | 'validateJob' | 'createJob' | 'sendDocument' | 'getJob' | 'findJob' | 'cancelJob'
>;

/** Answers the printer's "no" as a value, so that the caller can decide by it; any other error is thrown. */
export async function attempt<T>(operation: () => Promise<T>): Promise<T | IppError> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof IppError) return error;
    throw error;
  }
}

/** Looks for our job by its job-id, and by its name where that id is another job's or unknown by now. */
export async function lookForJob(
  printer: PrinterDoor,
  job: Pick<JobRecord, 'jobId' | 'printerSide'>,
): Promise<PrinterJob | 'gone' | 'silent'> {
  const { jobId, printerSide } = job;
  if (printerSide) {
    const ours = { ...printerSide, name: jobId };
    const byId = await attempt(() => withUpTime(printer, ours));
    if (!(byId instanceof IppError)) {
      if (isSameJob(ours, byId, now())) return byId;
    } else if (byId.kind !== 'not-found') return 'silent';
  }
  const byName = await attempt(() => printer.findJob(jobId));
  if (byName instanceof IppError) return byName.kind === 'not-found' ? 'gone' : 'silent';
  // An earlier try at the same job has its name too: only the uuid tells them apart.
  return byName?.jobUuid && byName.jobUuid === printerSide?.jobUuid ? byName : 'gone';
}

/** The job under our job-id, with the printer's up-time where nothing else tells whose it is. */
async function withUpTime(printer: PrinterDoor, ours: OurJob & { jobId: number }): Promise<PrinterJob> {
  const answered = await printer.getJob(ours.jobId);
  if (!needsUpTime(ours, answered)) return answered;
  const { upTimeSeconds } = await printer.getAttributes();
  return upTimeSeconds > 0 ? { ...answered, printerUpTime: upTimeSeconds } : answered;
}

interface Withdrawal {
  /** How the printer counts this job: only a count of impressions can prove that nothing came out. */
  readonly counting: Counting;
  /** True when the box knows that the printer has no document of this job, whatever the printer shows. */
  readonly isUnsent: boolean;
  readonly deadline: number;
  readonly pause: () => Promise<void>;
}

/**
 * Cancels a job that has no document and waits for its end. Nothing else is cancelled when its job-id has become another
 * job's. A job that the printer works on may have a document: it is left alone, unless the box knows better.
 * @returns true when it is proven that it never will print. A count of 0 proves so only of a job that waited for its
 *   document, or of a printer that counts impressions. That the printer does not know the job proves so only of one whose
 *   cancelling it has taken, because some forget what they have printed at once.
 */
export async function withdrawJob(
  printer: PrinterDoor,
  job: PrinterJob,
  { counting, isUnsent, deadline, pause }: Withdrawal,
): Promise<boolean> {
  if (!isUnsent && isAtWork(job)) return false;
  const ours = { ...job, printerUpTime: job.printerUpTime ?? 0 };
  const isEmptyAtZero = isUnsent || awaitsDocument(job);
  let isCanceled = false;
  for (;;) {
    const answer = await attempt(() => printer.cancelJob(job.jobId));
    isCanceled ||= !(answer instanceof IppError);
    const seen = await attempt(() => printer.getJob(job.jobId));
    if (seen instanceof IppError) {
      if (seen.kind === 'not-found') return isCanceled;
    } else if (!isSameJob(ours, seen, now())) return isCanceled;
    else if (isTerminal(seen.state)) {
      const isCounted = counting === 'impressions' && seen.countsImpressions;
      const isZero = seen.impressionsCompleted === 0 && !seen.sheetsCompleted;
      return seen.state !== jobState.completed && isZero && (isEmptyAtZero || isCounted);
    } else if (!isUnsent && isAtWork(seen)) return false;
    if (now() >= deadline) return false;
    await pause();
  }
}

function isAtWork({ state }: PrinterJob): boolean {
  return state === jobState.processing || state === jobState.processingStopped;
}
