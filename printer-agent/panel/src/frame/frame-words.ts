import { inLanguage } from '@sixpence/theme/language';

/** Texts of the top bar. */
export const frameWords = inLanguage('frameWords', { home: 'Home' });
