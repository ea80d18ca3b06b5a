import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { JobView } from '@sixpence/contracts/http/release';

const listedMs = lifeSeconds.listedJob * 1_000;

/** The jobs of the last day, newest first. */
export function recentJobs(jobs: readonly JobView[], nowMs: number): JobView[] {
  return jobs
    .filter(({ createdAt }) => nowMs - Date.parse(createdAt) < listedMs)
    .toSorted((left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt));
}

/** Whether the printer has not finished the job. */
export function isUnderWay({ state }: Pick<JobView, 'state'>): boolean {
  return state === 'held' || state === 'printing' || state === 'stalled';
}
