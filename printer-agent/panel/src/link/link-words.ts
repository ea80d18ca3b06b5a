import { inLanguage } from '@sixpence/theme/language';

/** What is said while the page cannot hear its agent. */
export const linkWords = inLanguage('linkWords', {
  starting: 'Starting',
  lost: 'One moment. This screen is connecting again.',
});

/** What a lost connection means for the person's money. */
export const lostAdvice = inLanguage('lostAdvice', (printing: boolean): string => {
  return printing
    ? 'Your pages go on printing; you pay only for those that come out.'
    : 'Nothing is charged meanwhile.';
});
