import type { JobView } from '@sixpence/contracts/http/release';

const dayMs = 24 * 60 * 60 * 1000;

/** Jobs after one of them was heard of: newest first, and none older than 24 hours. */
export function jobsAfter(jobs: readonly JobView[], heard: JobView, nowMs: number): JobView[] {
  return [heard, ...jobs.filter(({ id }) => id !== heard.id)]
    .filter(({ createdAt }) => nowMs - Date.parse(createdAt) < dayMs)
    .toSorted((left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt));
}

/** Whether the printer is still on it. */
export function isUnderWay({ state }: Pick<JobView, 'state'>): boolean {
  return state === 'held' || state === 'printing' || state === 'stalled';
}
