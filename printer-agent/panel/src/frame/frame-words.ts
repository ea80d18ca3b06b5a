import { inLanguage } from '@sixpence/theme/language';

/** What the bar on top of every screen says. */
export const frameWords = inLanguage('frameWords', { home: 'Home' });
