import { inLanguage } from '@sixpence/theme/language';

export const commonPasswordWords = inLanguage('commonPasswordWords', {
  sentence: 'This is one of the passwords that are tried first.',
  advice: 'You may take it; three or four words of your own are much safer.',
});
