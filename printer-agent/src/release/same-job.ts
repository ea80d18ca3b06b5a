import type { PrinterJob } from '../ipp/client.js';

/**
 * Whether what the printer answers under a job-id is our job: ids start again at 1 when a printer restarts. The
 * job-uuid decides where both sides know it, else the job-name, which is the id core gave.
 */
export function isSameJob(ours: Pick<PrinterJob, 'jobUuid' | 'name'>, answered: PrinterJob): boolean {
  if (ours.jobUuid !== null && answered.jobUuid !== null) return ours.jobUuid === answered.jobUuid;
  return answered.name === '' || answered.name === ours.name;
}
