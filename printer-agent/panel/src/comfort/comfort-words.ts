import { inLanguage } from '@sixpence/theme/language';

/** The names of the switches in the bar on top. */
export const comfortWords = inLanguage('comfortWords', { largeType: 'Large type', sounds: 'Sounds' });
