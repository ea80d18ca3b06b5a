import type { IppPrinter, PrinterJob } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { now } from '../job/clock.js';
import { isTerminal } from '../job/ending.js';
import type { JobRecord } from '../job/job-record.js';
import { isSameJob } from './same-job.js';

/** The printer's operations that a job needs. */
export type PrinterDoor = Pick<
  IppPrinter,
  'validateJob' | 'createJob' | 'sendDocument' | 'getJob' | 'findJob' | 'cancelJob'
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
    const byId = await attempt(() => printer.getJob(printerSide.jobId));
    if (!(byId instanceof IppError)) {
      if (isSameJob({ name: jobId, jobUuid: printerSide.jobUuid }, byId)) return byId;
    } else if (byId.kind !== 'not-found') return 'silent';
  }
  const byName = await attempt(() => printer.findJob(jobId));
  if (byName instanceof IppError) return byName.kind === 'not-found' ? 'gone' : 'silent';
  // An earlier try at the same job has its name too: only the uuid tells them apart.
  return byName?.jobUuid && byName.jobUuid === printerSide?.jobUuid ? byName : 'gone';
}

/**
 * Cancels a job that has no document and waits for its end. Nothing else is cancelled when its job-id has become another
 * job's.
 * @returns true when it is proven that it never will print: that the printer does not know it proves so only of a job
 *   whose cancelling it has taken, because some forget what they have printed at once
 */
export async function withdrawJob(
  printer: PrinterDoor,
  job: Pick<PrinterJob, 'jobId' | 'jobUuid' | 'name'>,
  wait: { readonly deadline: number; readonly pause: () => Promise<void> },
): Promise<boolean> {
  let isCanceled = false;
  for (;;) {
    const answer = await attempt(() => printer.cancelJob(job.jobId));
    isCanceled ||= !(answer instanceof IppError);
    const seen = await attempt(() => printer.getJob(job.jobId));
    if (seen instanceof IppError) {
      if (seen.kind === 'not-found') return isCanceled;
    } else if (!isSameJob(job, seen)) return isCanceled;
    else if (isTerminal(seen.state)) return seen.state !== 9 && seen.impressionsCompleted === 0;
    if (now() >= wait.deadline) return false;
    await wait.pause();
  }
}
