import { inLanguage } from '@sixpence/theme/language';

/** What the account page says of itself. */
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
