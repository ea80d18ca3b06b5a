import type { PanelJob } from '@sixpence/contracts/agent/panel';

const active: readonly PanelJob['state'][] = ['stalled', 'printing', 'sending'];
const waiting: readonly PanelJob['state'][] = ['held', 'waiting'];

/** True when the printer has the job, or receives it. */
export function isActive({ state }: PanelJob): boolean {
  return active.includes(state);
}

/** True when the job waits for its turn. */
export function isWaiting({ state }: PanelJob): boolean {
  return waiting.includes(state);
}

/** The job to show as current: a job in progress, otherwise the next waiting one, otherwise the last one. */
export function currentJob(jobs: readonly PanelJob[]): PanelJob | undefined {
  return jobs.find(isActive) ?? jobs.find(isWaiting) ?? jobs.at(-1);
}
