import { inLanguage } from '@sixpence/theme/language';

/** What the list of jobs says around the sentences that site and panel share. */
export const jobsWords = inLanguage('jobsWords', {
  title: 'At the printer',
  showMore: (count: number) => `Show ${count} more`,
  stalled: 'Your money stays set aside for 10 minutes; what does not print comes back.',
  progress: (fileName: string) => `Pages printed of ${fileName}`,
});
