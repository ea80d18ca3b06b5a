import { inLanguage } from '@sixpence/theme/language';

export const codeWords = inLanguage('codeWords', {
  title: 'Your code',
  none: 'No code yet',
  lead: 'Six digits to type at the printer. They work once, for a few minutes.',
  loading: 'Getting your code',
  failed: 'Error',
  failedAdvice: 'No code could be made. Try again in a moment.',
  used: (printer: string) => `Your code was used at ${printer}. It works once.`,
  runOut: 'Your code has run out. Your documents are still here.',
  get: 'Get code',
  toCode: 'Your code',
  goodFor: 'Good for',
  reset: 'Reset Code',
  copy: 'Copy',
  copied: 'Copied',
  cannotCopy: 'Cannot copy',
});

/** The explanation that each browser shows once. */
export const howToUseCodeWords = inLanguage('howToUseCodeWords', {
  title: 'How to use your code',
  close: 'Close',
  press: 'Press the',
  pinkButton: 'pink button',
  onScreen: 'on the printer screen.',
  enter: 'Enter the code and press',
  login: 'LOGIN',
  select: 'Select the files to print.',
  gotIt: 'Got it',
});
