import { inLanguage } from '@sixpence/theme/language';
import type { PanelJob } from '@sixpence/contracts/agent/panel';

/** What the end says beside its jobs. */
export const doneWords = inLanguage('doneWords', {
  side: 'Cost',
  cost: 'Cost',
  unknown: 'not known yet',
  back: 'Came back',
  balance: 'Balance',
  more: 'Print more',
  finish: 'Done',
});

/** Everything came out but what the person cancelled: nothing is wrong. */
export function wentAsWished(jobs: readonly PanelJob[]): boolean {
  return jobs.every(
    ({ state, reason }) => state === 'completed' || (state === 'canceled' && reason === 'canceled-by-person'),
  );
}

/** How the whole release went, in one line. */
export const headline = inLanguage('headline', (jobs: readonly PanelJob[]): string => {
  if (jobs.some(({ state }) => state === 'checking')) return 'We are checking what came out.';
  if (jobs.every(({ state }) => state === 'completed')) {
    return jobs.length === 1 ? 'Your document is printed.' : 'Your documents are printed.';
  }
  const nothing = jobs.every(({ impressions }) => impressions === 0);
  if (wentAsWished(jobs))
    return nothing ? 'Cancelled, as you wished.' : 'The rest was cancelled, as you wished.';
  if (nothing) return 'Nothing was printed.';
  return 'Not everything came out.';
});

/** The screen goes by itself. */
export const leavingWords = inLanguage('leavingWords', (seconds: number): string => {
  return `Closes by itself in ${seconds} s.`;
});
