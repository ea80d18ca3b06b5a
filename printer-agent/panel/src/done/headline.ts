import type { PanelJob } from '@sixpence/contracts/agent/panel';

/** How the whole release went, in one line. */
export function headline(jobs: readonly PanelJob[]): string {
  if (jobs.some(({ state }) => state === 'checking')) return 'We are checking what came out.';
  if (jobs.every(({ state }) => state === 'completed')) {
    return jobs.length === 1 ? 'Your document is printed.' : 'Your documents are printed.';
  }
  if (jobs.every(({ impressions }) => impressions === 0)) return 'Nothing was printed.';
  return 'Not everything came out.';
}
