import { groupsOf, integersOf, textsOf } from './codec/attributes.js';
import type { Group } from './codec/message.js';
import { garbage, plainWords, shownText, type Reply } from './reply.js';
import { groupTag } from './codec/tags.js';

/** `job-state` of RFC 8011 §5.3.7. */
export const jobState = {
  pending: 3,
  pendingHeld: 4,
  processing: 5,
  processingStopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
} as const;
type JobStateNumber = (typeof jobState)[keyof typeof jobState];

/** A job as a printer's reply describes it. */
export interface PrinterJob {
  jobId: number;
  /**
   * A restarted printer may count ids from 1 again; the uuid tells two such jobs apart. Null when the printer
   * gives none.
   */
  jobUuid: string | null;
  jobUri: string;
  name: string;
  state: JobStateNumber;
  /** `job-state-reasons`, keywords only. */
  reasons: string[];
  /** Page faces that were printed so far; 0 when the printer does not say. */
  impressionsCompleted: number;
  countsImpressions: boolean;
  /** `job-media-sheets-completed`; undefined when the printer does not say. */
  sheetsCompleted?: number | undefined;
  /** `job-printer-up-time`: seconds since the printer started; undefined when the printer does not say. */
  printerUpTime?: number | undefined;
}

/** The attributes that requests about jobs ask for. */
export const requestedJobAttributes = [
  'job-id',
  'job-impressions-completed',
  'job-media-sheets-completed',
  'job-name',
  'job-printer-up-time',
  'job-state',
  'job-state-reasons',
  'job-uri',
  'job-uuid',
] as const;

/**
 * The job of a reply.
 * @param expected what the request says already: the id of its job, or the name of the new job
 * @throws IppError `garbage` when the reply has no job, another job, or an unknown state
 */
export function jobOf(reply: Reply, expected: { jobId?: number; name?: string } = {}): PrinterJob {
  const [group] = groupsOf(reply.message, groupTag.job);
  if (!group) throw garbage(reply, 'it tells of no job');
  const job = readJob(reply, group, expected);
  if (expected.jobId !== undefined && job.jobId !== expected.jobId) {
    throw garbage(reply, 'it tells of another job than the one asked for');
  }
  return job;
}

/** All jobs of a Get-Jobs reply. */
export function jobsOf(reply: Reply): PrinterJob[] {
  return groupsOf(reply.message, groupTag.job)
    .filter((group) => group.attributes.length > 0)
    .map((group) => readJob(reply, group, {}));
}

function readJob(reply: Reply, group: Group, expected: { jobId?: number; name?: string }): PrinterJob {
  const jobId = integersOf(group, 'job-id')[0] ?? expected.jobId;
  if (jobId === undefined || jobId < 1) throw garbage(reply, 'a job has no id');
  const state = Object.values(jobState).find((number) => number === integersOf(group, 'job-state')[0]);
  if (state === undefined) throw garbage(reply, 'a job is in no state');
  const [impressions] = integersOf(group, 'job-impressions-completed');
  return {
    jobId,
    jobUuid: plainWords(textsOf(group, 'job-uuid'))[0] ?? null,
    jobUri: plainWords(textsOf(group, 'job-uri'))[0] ?? '',
    name: shownText(textsOf(group, 'job-name')[0] ?? expected.name ?? '', 255),
    state,
    reasons: plainWords(textsOf(group, 'job-state-reasons')).slice(0, 20),
    impressionsCompleted: Math.max(0, impressions ?? 0),
    countsImpressions: impressions !== undefined,
    sheetsCompleted: countIn(group, 'job-media-sheets-completed'),
    printerUpTime: countIn(group, 'job-printer-up-time'),
  };
}

function countIn(group: Group, name: string): number | undefined {
  const [count] = integersOf(group, name);
  return count === undefined ? undefined : Math.max(0, count);
}
