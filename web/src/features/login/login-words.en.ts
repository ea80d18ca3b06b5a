import { inLanguage } from '@sixpence/theme/language';

/** The specification's sentences (§8), with advice. */
export const loginWords = inLanguage('loginWords', {
  title: 'Sign in',
  lead: 'Your documents and your balance are waiting.',
  opening: 'Opening the sign-in form',
  email: 'E-mail',
  password: 'Password',
  login: 'Login',
  /** For a user who scanned the QR code of a panel. */
  signInToValidate: 'Please sign in to validate the QR code.',
  /** For a user who scanned the QR code of a shortfall. */
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
  /**
   * A reset helps: the browser becomes known to the account, and the network's limit does not stop known
   * browsers.
   */
  tooMany: 'Too many tries. Reset your password with a mailed code, or wait a few minutes.',
  away: 'The service cannot sign you in just now. Try again in a minute.',
});
