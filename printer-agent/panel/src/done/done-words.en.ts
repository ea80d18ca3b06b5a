import { inLanguage } from '@sixpence/theme/language';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { wentAsWished } from './went-as-wished.js';

/** Texts of the last screen beside its jobs. */
export const doneWords = inLanguage('doneWords', {
  sumsLabel: 'Cost',
  cost: 'Cost',
  unknown: 'not known yet',
  back: 'Came back',
  balance: 'Balance',
  more: 'Print more',
  finish: 'Done',
});

/** The result of the whole release, in one line. */
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

/** The time until the screen closes by itself. */
export const closingWords = inLanguage('closingWords', (seconds: number): string => {
  return `Closes by itself in ${seconds} s.`;
});
