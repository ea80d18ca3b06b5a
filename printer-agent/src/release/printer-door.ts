import type { IppPrinter, PrinterJob } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { now } from '../job/clock.js';
import { isTerminal } from '../job/ending.js';
import type { JobRecord } from '../job/job-record.js';
import { isSameJob, needsUpTime, type OurJob } from './same-job.js';

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
      if (isSameJob(ours, byId)) return byId;
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

/**
 * Cancels a job that has no document and waits for its end. Nothing else is cancelled when its job-id has become another
 * job's.
 * @returns true when it is proven that it never will print: that the printer does not know it proves so only of a job
 *   whose cancelling it has taken, because some forget what they have printed at once
 */
export async function withdrawJob(
  printer: PrinterDoor,
  job: Pick<PrinterJob, 'jobId' | 'jobUuid' | 'name' | 'printerUpTime'>,
  wait: { readonly deadline: number; readonly pause: () => Promise<void> },
): Promise<boolean> {
  const ours = { ...job, printerUpTime: job.printerUpTime ?? 0 };
  let isCanceled = false;
  for (;;) {
    const answer = await attempt(() => printer.cancelJob(job.jobId));
    isCanceled ||= !(answer instanceof IppError);
    const seen = await attempt(() => printer.getJob(job.jobId));
    if (seen instanceof IppError) {
      if (seen.kind === 'not-found') return isCanceled;
    } else if (!isSameJob(ours, seen)) return isCanceled;
    else if (isTerminal(seen.state)) return seen.state !== 9 && seen.impressionsCompleted === 0;
    if (now() >= wait.deadline) return false;
    await wait.pause();
  }
}
