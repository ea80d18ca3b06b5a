import { inLanguage } from '@sixpence/theme/language';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { jobSentence } from '@sixpence/theme/shared-words.en';

/** A job's state in a sentence; only the agent has the states `waiting` and `sending`. */
export const panelJobSentence = inLanguage('panelJobSentence', (job: PanelJob): string => {
  if (job.state === 'waiting') return 'Waiting for its turn.';
  if (job.state === 'sending') return 'On its way to the printer.';
  return jobSentence({ ...job, state: job.state, total: job.pages });
});
