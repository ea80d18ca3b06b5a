import { inLanguage } from '@sixpence/theme/language';

/** The words about providers on the sign-in and sign-up pages. */
export const socialWords = inLanguage('socialWords', {
  asking: 'One moment',
  or: 'or',
  'sign-in': (provider: string) => `Sign in with ${provider}`,
  'sign-up': (provider: string) => `Sign up with ${provider}`,
  away: (provider: string) => `${provider} cannot be used just now.`,
  awayAdvice: 'Try again in a minute, or go on with your e-mail address.',
  connectionAdvice: 'Check your connection and try again.',
  unfinished: (provider: string) => `${provider} did not sign you in. Nothing was changed.`,
  sentTo: (provider: string, email: string) =>
    `${provider} does not say whether ${email} is yours. We have mailed six digits to it, which are good for ten minutes.`,
  again: 'Send again',
  sentAgain: 'A new code is on its way. The one before it does not work any more.',
  otherWay: 'Go on in another way',
  mailRefused: (email: string) => `The mail to ${email} was refused.`,
  mailRefusedAdvice: 'Go on in another way, with an address that takes mail.',
  wrongCode: 'Invalid code. Please try again.',
  wrongCodeAdvice: 'Check the newest mail, or have another one sent.',
  ended: 'This took too long. Please begin again.',
  tooMany: 'Too many tries. Wait a few minutes, then try again.',
  failed: 'An error occurred. Please try again.',
});
