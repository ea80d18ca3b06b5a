import type { PanelJob } from '@sixpence/contracts/agent/panel';

const active: readonly PanelJob['state'][] = ['stalled', 'printing', 'sending'];
const waiting: readonly PanelJob['state'][] = ['held', 'waiting'];

/** The printer has it, or is getting it. */
export function isActive({ state }: PanelJob): boolean {
  return active.includes(state);
}

/** Its turn has not come. */
export function isWaiting({ state }: PanelJob): boolean {
  return waiting.includes(state);
}

/** The job the printer is on: one under way, else the next in the queue, else the last of all. */
export function currentJob(jobs: readonly PanelJob[]): PanelJob | undefined {
  return jobs.find(isActive) ?? jobs.find(isWaiting) ?? jobs.at(-1);
}
