import { inLanguage } from '@sixpence/theme/language';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { isActive, isWaiting } from './current-job.js';

/** Texts of the printing screen beside its jobs and its troubles. */
export const printingWords = inLanguage('printingWords', {
  leave: 'Home: the current job finishes, the rest are cancelled.',
  leaving: 'The current job finishes, the rest are cancelled.',
  documents: 'Your documents',
});

const gettingReady = 'Getting ready';

/** The progress of a job: `Page 4 of 12` is the page that prints now. */
export const pageWords = inLanguage('pageWords', (job: PanelJob | undefined): string => {
  if (!job || job.state === 'sending') return gettingReady;
  if (isActive(job)) return `Page ${Math.min(job.impressions + 1, job.pages)} of ${job.pages}`;
  return isWaiting(job) ? 'Waiting' : 'Finishing';
});
