import { inLanguage } from '@sixpence/theme/language';

export const optionsWords = inLanguage('optionsWords', {
  group: 'Print options',
  sides: 'Sides',
  color: 'Colour',
});
