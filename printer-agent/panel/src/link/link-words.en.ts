import { inLanguage } from '@sixpence/theme/language';

/** Texts while the page has no connection to its agent. */
export const linkWords = inLanguage('linkWords', {
  starting: 'Starting',
  lost: 'One moment. This screen is connecting again.',
});

/** The effect of a lost connection on the user's money. */
export const lostAdvice = inLanguage('lostAdvice', (printing: boolean): string => {
  return printing
    ? 'Your pages go on printing; you pay only for those that come out.'
    : 'Nothing is charged meanwhile.';
});
