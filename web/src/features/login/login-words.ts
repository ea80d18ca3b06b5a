import { inLanguage } from '@sixpence/theme/language';

/** What the login page says: the exact sentences of specification §8, and what helps under them. */
export const loginWords = inLanguage('loginWords', {
  title: 'Sign in',
  lead: 'Your documents and your balance are waiting.',
  opening: 'Opening the sign-in form',
  email: 'E-mail',
  password: 'Password',
  login: 'Login',
  /** To whoever scanned a printer's QR code. */
  signInToValidate: 'Please sign in to validate the QR code.',
  /** To whoever scanned what is missing at a printer. */
  signInToTopUp: 'Please sign in to top up.',
  forgotten: 'Forgot your password?',
  newHere: 'New here?',
  signUp: 'Sign up',

  authenticationFailed: 'Authentication failed',
  locked: 'This account is locked. Please contact us.',
  resetPassword: 'Reset your password',
  newUser: 'New user. Please',
  createAccount: 'create an account',
  newUserAdvice: 'A balance from the previous version moves over by itself, by your e-mail address.',
  checkEmail: 'Check your email address',
  checkEmailAdvice: 'It should look like name@example.com.',
  unexpected: 'An unexpected error occurred',
  otherStatus: (status: number) => `Error: ${status}`,
  connectionAdvice: 'Check your connection and try again.',
  /** A browser that has just reset the password signs in, however many wrong ones its network has typed. */
  tooMany: 'Too many tries. Reset your password with a mailed code, or wait a few minutes.',
  away: 'The service cannot sign you in just now. Try again in a minute.',
});

/** What helps when sign-in is refused with a status that has no sentence of its own. */
export function adviceFor(status: number): string | undefined {
  if (status === 429) return loginWords.tooMany;
  if (status >= 500) return loginWords.away;
  return undefined;
}
