import { inLanguage } from '@sixpence/theme/language';

/** The account page's own words and those that its sections share. */
export const accountWords = inLanguage('accountWords', {
  title: 'Account',
  loading: 'Opening your account',
  notLoaded: 'Your account could not be shown.',
  notLoadedAdvice: 'Check your connection.',
  tryAgain: 'Try again',
  notDone: 'That did not work.',
  tooMany: 'Wait a while, then try again.',
  later: 'Try again in a minute.',
  cancel: 'Cancel',
});
