import { inLanguage } from '@sixpence/theme/language';

/** The words of the list of jobs. The sentences about a job are shared with the panel. */
export const jobsWords = inLanguage('jobsWords', {
  title: 'At the printer',
  showMore: (count: number) => `Show ${count} more`,
  stalled: 'Your money stays set aside for 10 minutes; what does not print comes back.',
  progress: (fileName: string) => `Pages printed of ${fileName}`,
});
