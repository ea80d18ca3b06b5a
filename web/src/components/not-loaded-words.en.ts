import { inLanguage } from '@sixpence/theme/language';

export const notLoadedWords = inLanguage('notLoadedWords', { tryAgain: 'Try again' });
