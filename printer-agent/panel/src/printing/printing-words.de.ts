import type { Translated } from '@sixpence/theme/language';
import { isActive, isWaiting } from './current-job.js';
import type * as english from './printing-words.en.js';

export const words = {
  printingWords: {
    leave: 'Anfang: Der laufende Auftrag wird fertig, die übrigen werden abgebrochen.',
    leaving: 'Der laufende Auftrag wird fertig, die übrigen werden abgebrochen.',
    documents: 'Ihre Dokumente',
  },
  pageWords: (job) => {
    if (!job || job.state === 'sending') return 'Macht sich bereit';
    if (isActive(job)) return `Seite ${Math.min(job.impressions + 1, job.pages)} von ${job.pages}`;
    return isWaiting(job) ? 'Wartet' : 'Gleich fertig';
  },
} satisfies Translated<typeof english>;
