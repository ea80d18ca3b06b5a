import type { Translated } from '@sixpence/theme/language';
import { words as shared } from '@sixpence/theme/shared-words.de';
import type * as english from './panel-job-words.en.js';

export const words = {
  panelJobSentence: (job) => {
    if (job.state === 'waiting') return 'Wartet, bis es an der Reihe ist.';
    if (job.state === 'sending') return 'Auf dem Weg zum Drucker.';
    return shared.jobSentence({ ...job, state: job.state, total: job.pages });
  },
} satisfies Translated<typeof english>;
