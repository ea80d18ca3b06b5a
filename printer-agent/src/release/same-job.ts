import type { PrinterJob } from '../ipp/client.js';
import type { JobRecord } from '../job/job-record.js';

/**
 * Whether what the printer answers under a job-id is our job: ids start again at 1 when a printer restarts. The
 * job-uuid decides where both sides know it, else the job-name, which is the id core gave.
 */
export function isSameJob(job: Pick<JobRecord, 'jobId' | 'printerSide'>, answered: PrinterJob): boolean {
  const uuid = job.printerSide?.jobUuid ?? null;
  if (uuid !== null && answered.jobUuid !== null) return uuid === answered.jobUuid;
  return answered.name === '' || answered.name === job.jobId;
}
