import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { IppPrinter, PrinterJob } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { now } from '../job/clock.js';
import { isTerminal } from '../job/ending.js';
import type { JobRecord } from '../job/job-record.js';
import { jobState } from '../ipp/job-status.js';
import { isSameJob, needsUpTime, type OurJob } from './same-job.js';
import { awaitsDocument, isAtWork } from './sight.js';

/** The printer's operations that a job needs. */
export type PrinterOperations = Pick<
  IppPrinter,
  'getAttributes' | 'validateJob' | 'createJob' | 'sendDocument' | 'getJob' | 'findJob' | 'cancelJob'
>;

/** Returns an IppError as a value, so that the caller can decide by it. Throws any other error. */
export async function attempt<T>(operation: () => Promise<T>): Promise<T | IppError> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof IppError) return error;
    throw error;
  }
}

/** Finds our job by its job-id. If that id is unknown or belongs to another job, finds it by its name. */
export async function lookForJob(
  printer: PrinterOperations,
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
  // An earlier try at the same job has the same name. Only the uuid tells them apart.
  return byName?.jobUuid && byName.jobUuid === printerSide?.jobUuid ? byName : 'gone';
}

/** The job with our job-id, with the printer's up-time if no other property identifies the job. */
async function withUpTime(printer: PrinterOperations, ours: OurJob & { jobId: number }): Promise<PrinterJob> {
  const answer = await printer.getJob(ours.jobId);
  if (!needsUpTime(ours, answer)) return answer;
  const { upTimeSeconds } = await printer.getAttributes();
  return upTimeSeconds > 0 ? { ...answer, printerUpTime: upTimeSeconds } : answer;
}

interface Withdrawal {
  /** How the printer counts this job. Only a count of impressions can prove that nothing was printed. */
  readonly counting: Counting;
  /** True when the box knows that the printer has no document of this job, whatever the printer shows. */
  readonly isUnsent: boolean;
  readonly deadline: number;
  readonly pause: () => Promise<void>;
}

/**
 * Cancels a job that has no document, and waits for its end. If its job-id has become another job's, no
 * further cancel is sent. A job that the printer works on may have a document: it is not cancelled, unless
 * `isUnsent`.
 * @returns true when it is proven that the job will never print. A count of 0 is proof only for a job that
 * waited for its document, or at a printer that counts impressions. "Not found" is proof only after the
 * printer has accepted the cancel, because some printers forget a printed job at once.
 */
export async function withdrawJob(
  printer: PrinterOperations,
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
