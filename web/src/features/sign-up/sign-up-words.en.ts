import { inLanguage } from '@sixpence/theme/language';

/** The specification's sentences (§5, §8), with advice. */
export const signUpWords = inLanguage('signUpWords', {
  title: 'Sign up',
  lead: 'Your address, a code that we mail to it, a password: that is all.',
  opening: 'Opening the sign-up form',
  known: 'Have an account?',
  signIn: 'Sign in',
  adults: 'Sixpence is for people of 18 or older. By signing up you agree to the',
  terms: 'Terms of Use',
  and: 'and the',
  privacy: 'User Privacy Statement',

  badEmail: 'Please enter a valid email address.',
  mismatch: 'Passwords do not match.',
  passwordHelp: 'At least 8 characters, with a digit, an uppercase and a lowercase letter.',

  exists: 'Already signed up',
  existsAdvice: 'There is an account with this address.',
  addressFailure: 'An unexpected error occurred. Please try again later.',
  wrongCode: 'Invalid code. Please try again.',
  codeFailure: 'An error occurred. Please try again.',
  unexpected: 'Something went wrong. Please try again.',
  connection: 'Check your connection and try again.',
  tooManyCodes: 'Several codes were asked for lately. Use the newest one, or wait an hour.',
  tooManyTries: 'There were too many tries. Send a new code, or wait a few minutes.',
  wrongCodeAdvice: 'The newest mail counts, for ten minutes. You can have another one sent.',
});
