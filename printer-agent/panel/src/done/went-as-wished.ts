import type { PanelJob } from '@sixpence/contracts/agent/panel';

/** True when every job is completed or was cancelled by the user. */
export function wentAsWished(jobs: readonly PanelJob[]): boolean {
  return jobs.every(
    ({ state, reason }) => state === 'completed' || (state === 'canceled' && reason === 'canceled-by-person'),
  );
}
