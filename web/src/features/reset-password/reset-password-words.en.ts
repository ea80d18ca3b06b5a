import { inLanguage } from '@sixpence/theme/language';

/** The specification's sentences (§5, §8), with advice. */
export const resetWords = inLanguage('resetWords', {
  title: 'Reset your password',
  lead: 'We mail you a code; with it you choose a new password.',
  opening: 'Opening the form for a new password',
  remembered: 'Remembered it?',
  signIn: 'Sign in',

  badEmail: 'Please check your email address.',
  mismatch: 'Passwords do not match!',
  done: 'Password reset successfully.',
  doneAdvice: 'You were signed out everywhere.',

  newUser: 'New user',
  newUserAdvice: 'There is no account with this address.',
  signUp: 'Sign up',
  addressFailure: 'An error occurred. Please try again later.',
  wrongCode: 'Invalid confirmation code.',
  wrongCodeAdvice: 'The newest mail counts, for ten minutes. You can have another one sent.',
  tooMany: 'Too many attempts. Please wait a few minutes and try again.',
  connection: 'Check your connection and try again.',
  tooManyCodes: 'Several codes were asked for lately. Use the newest one, or wait an hour.',
});
