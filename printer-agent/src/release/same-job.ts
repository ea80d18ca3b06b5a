import type { PrinterJob } from '../ipp/client.js';

/** A name that a printer cut off tells something from so many letters on. */
const fewestLetters = 8;

/** Our job, as the journal knows it. */
export interface OurJob {
  /** The id that core gave. */
  readonly name: string;
  readonly jobUuid: string | null;
  /** `printer-up-time` in seconds, as it was last seen. */
  readonly printerUpTime: number;
  /** Milliseconds since 1970; when that up-time was seen. */
  readonly upTimeSeenAt?: number | undefined;
}

/**
 * Whether the job that the printer answers under our job-id is ours: ids start again at 1 when a printer restarts. The
 * job-uuid decides where both sides know it, else the whole job-name. A name that the printer cut off, or does not tell,
 * is ours unless the printer has restarted since.
 */
export function isSameJob(ours: OurJob, answered: PrinterJob, nowMs: number): boolean {
  if (ours.jobUuid !== null && answered.jobUuid !== null) return ours.jobUuid === answered.jobUuid;
  if (answered.name === ours.name) return true;
  const isAlike = answered.name === '' || isCutOff(answered.name, ours.name);
  return isAlike && !hasRestarted(ours, answered.printerUpTime, nowMs);
}

/**
 * A restarted printer has a lower up-time than before, or has been on for less time than has passed since. An up-time
 * that stands still tells nothing: some printers never count it.
 */
function hasRestarted(ours: OurJob, upTime: number | undefined, nowMs: number): boolean {
  if (upTime === undefined || upTime === ours.printerUpTime) return false;
  const { upTimeSeenAt = nowMs } = ours;
  return upTime < ours.printerUpTime || upTime * 1_000 < nowMs - upTimeSeenAt;
}

/** True when only the printer's up-time can tell whose job this is. */
export function needsUpTime(ours: OurJob, answered: PrinterJob): boolean {
  const isUndecided = ours.jobUuid === null || answered.jobUuid === null;
  return isUndecided && answered.name !== ours.name && answered.printerUpTime === undefined;
}

function isCutOff(name: string, whole: string): boolean {
  return name.length >= fewestLetters && whole.startsWith(name);
}
