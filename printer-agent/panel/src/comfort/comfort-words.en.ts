import { inLanguage } from '@sixpence/theme/language';

/** The names of the switches in the top bar. */
export const comfortWords = inLanguage('comfortWords', { largeType: 'Large type', sounds: 'Sounds' });
