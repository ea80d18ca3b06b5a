import { inLanguage } from '@sixpence/theme/language';

export const troubleWords = inLanguage('troubleWords', {
  nothingCharged: 'Nothing is charged. Your documents and your code are kept.',
  setAside: 'Your money is only set aside. What has not come out in 10 minutes is cancelled and comes back.',
  offline: 'This printer is offline: codes cannot be checked just now.',
});
