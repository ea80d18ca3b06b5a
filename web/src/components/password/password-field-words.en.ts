import { inLanguage } from '@sixpence/theme/language';

export const passwordFieldWords = inLanguage('passwordFieldWords', { show: 'Show what is typed' });
