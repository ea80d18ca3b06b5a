import { inLanguage } from '@sixpence/theme/language';

/** What the print options are called. */
export const optionsWords = inLanguage('optionsWords', {
  group: 'Print options',
  sides: 'Sides',
  color: 'Colour',
});
