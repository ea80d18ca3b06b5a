import { inLanguage } from '@sixpence/theme/language';

export const welcomeWords = inLanguage('welcomeWords', {
  title: 'Thank you for signing up',
  lead: 'Your account is ready: upload a document, get six digits, type them at a printer.',
  opening: 'Opening your welcome',
  /** The balance from the previous version, such as `£12.50 and €3.00`. */
  found: (amounts: string) => `We found your balance: ${amounts}`,
  foundAdvice: 'It was carried over from the previous version, and pays for your pages.',
  and: 'and',
  goToDashboard: 'Go to Dashboard',
  waysOn: 'Where to go next',
  dashboard: 'Your documents and your code',
  credits: 'Credits, to pay for pages',
  help: 'Help, if something does not work',
});
