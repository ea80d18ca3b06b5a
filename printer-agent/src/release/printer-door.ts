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
      if (isSameJob(job, byId)) return byId;
    } else if (byId.kind !== 'not-found') return 'silent';
  }
  const byName = await attempt(() => printer.findJob(jobId));
  if (byName instanceof IppError) return byName.kind === 'not-found' ? 'gone' : 'silent';
  // An earlier try at the same job has its name too: only the uuid tells them apart.
  return byName?.jobUuid && byName.jobUuid === printerSide?.jobUuid ? byName : 'gone';
}

/**
 * Cancels a job that has no document and waits for its end.
 * @returns true when it is proven that it never will print
 */
export async function withdrawJob(
  printer: PrinterDoor,
  printerJobId: number,
  wait: { readonly deadline: number; readonly pause: () => Promise<void> },
): Promise<boolean> {
  for (;;) {
    await attempt(() => printer.cancelJob(printerJobId));
    const seen = await attempt(() => printer.getJob(printerJobId));
    if (seen instanceof IppError) {
      if (seen.kind === 'not-found') return true;
    } else if (isTerminal(seen.state)) return seen.state !== 9 && seen.impressionsCompleted === 0;
    if (now() >= wait.deadline) return false;
    await wait.pause();
  }
}
