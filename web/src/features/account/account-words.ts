/** What the account page says of itself. */
export const accountWords = {
  title: 'Account',
  loading: 'Opening your account',
  notLoaded: 'Your account could not be shown.',
  notLoadedAdvice: 'Check your connection.',
  tryAgain: 'Try again',
};
