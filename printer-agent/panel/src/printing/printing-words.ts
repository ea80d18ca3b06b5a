import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { isActive, isWaiting } from './current-job.js';

/** What the printing screen says beside its jobs and its troubles. */
export const printingWords = {
  leave: 'Home: the current job finishes, the rest are cancelled.',
  leaving: 'The current job finishes, the rest are cancelled.',
  documents: 'Your documents',
} as const;

const gettingReady = 'Getting ready';

/** How far a job is, large: `Page 4 of 12`, the page that is coming out now. */
export function pageWords(job: PanelJob | undefined): string {
  if (!job || job.state === 'sending') return gettingReady;
  if (isActive(job)) return `Page ${Math.min(job.impressions + 1, job.pages)} of ${job.pages}`;
  return isWaiting(job) ? 'Waiting' : 'Finishing';
}
