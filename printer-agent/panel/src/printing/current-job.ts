import type { PanelJob } from '@sixpence/contracts/agent/panel';

const active: readonly PanelJob['state'][] = ['stalled', 'printing', 'sending'];
const open: readonly PanelJob['state'][] = ['held', 'waiting'];

/** The job the printer is on: one under way, else the next in the queue, else the last of all. */
export function currentJob(jobs: readonly PanelJob[]): PanelJob | undefined {
  return (
    jobs.find(({ state }) => active.includes(state)) ??
    jobs.find(({ state }) => open.includes(state)) ??
    jobs.at(-1)
  );
}

/** How far a job is, large: `Page 4 of 12`, the page that is coming out now. */
export function pageWords({ state, impressions, pages }: PanelJob): string {
  if (active.includes(state) && state !== 'sending')
    return `Page ${Math.min(impressions + 1, pages)} of ${pages}`;
  if (state === 'sending') return 'Getting ready';
  return open.includes(state) ? 'Waiting' : 'Finishing';
}
