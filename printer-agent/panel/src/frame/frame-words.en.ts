import { inLanguage } from '@sixpence/theme/language';

export const frameWords = inLanguage('frameWords', { home: 'Home' });
