import { inLanguage } from '@sixpence/theme/language';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { isActive, isWaiting } from './current-job.js';

/** What the printing screen says beside its jobs and its troubles. */
export const printingWords = inLanguage('printingWords', {
  leave: 'Home: the current job finishes, the rest are cancelled.',
  leaving: 'The current job finishes, the rest are cancelled.',
  documents: 'Your documents',
});

const gettingReady = 'Getting ready';

/** How far a job is, large: `Page 4 of 12`, the page that is coming out now. */
export const pageWords = inLanguage('pageWords', (job: PanelJob | undefined): string => {
  if (!job || job.state === 'sending') return gettingReady;
  if (isActive(job)) return `Page ${Math.min(job.impressions + 1, job.pages)} of ${job.pages}`;
  return isWaiting(job) ? 'Waiting' : 'Finishing';
});
