import type { PrinterJob } from '../ipp/client.js';

/** The shortest cut-off name that still identifies a job. */
const fewestLetters = 8;

/** Our job, as the journal knows it. */
export interface OurJob {
  /** The job id that core assigned. */
  readonly name: string;
  readonly jobUuid: string | null;
  /** `printer-up-time` in seconds, as last seen. */
  readonly printerUpTime: number;
  /** Milliseconds since 1970; when that up-time was seen. */
  readonly upTimeSeenAt?: number | undefined;
}

/**
 * True when the job under our job-id is ours. A restarted printer may count job-ids from 1 again. The
 * job-uuid decides where both sides know it, otherwise the whole job-name. A cut-off or empty name counts as
 * ours unless the printer has restarted since.
 */
export function isSameJob(ours: OurJob, shownJob: PrinterJob, nowMs: number): boolean {
  if (ours.jobUuid !== null && shownJob.jobUuid !== null) return ours.jobUuid === shownJob.jobUuid;
  if (shownJob.name === ours.name) return true;
  const isAlike = shownJob.name === '' || isCutOff(shownJob.name, ours.name);
  return isAlike && !hasRestarted(ours, shownJob.printerUpTime, nowMs);
}

/**
 * A restarted printer has a lower up-time than before, or an up-time shorter than the time since it was last
 * seen. An unchanged up-time proves nothing: some printers never advance it.
 */
function hasRestarted(ours: OurJob, upTime: number | undefined, nowMs: number): boolean {
  if (upTime === undefined || upTime === ours.printerUpTime) return false;
  const { upTimeSeenAt = nowMs } = ours;
  return upTime < ours.printerUpTime || upTime * 1_000 < nowMs - upTimeSeenAt;
}

/** True when only the printer's up-time can identify the job. */
export function needsUpTime(ours: OurJob, shownJob: PrinterJob): boolean {
  const isUndecided = ours.jobUuid === null || shownJob.jobUuid === null;
  return isUndecided && shownJob.name !== ours.name && shownJob.printerUpTime === undefined;
}

function isCutOff(name: string, whole: string): boolean {
  return name.length >= fewestLetters && whole.startsWith(name);
}
