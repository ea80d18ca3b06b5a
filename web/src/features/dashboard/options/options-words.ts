import type { Side } from '@sixpence/contracts/http/documents';
import { inLanguage } from '@sixpence/theme/language';

/** What the print options are called. */
export const optionsWords = inLanguage('optionsWords', {
  group: 'Print options',
  sides: 'Sides',
  color: 'Colour',
});

/** The ways to print, in the specification's words. */
export const sideNames = inLanguage<Record<Side, string>>('sideNames', {
  '1-Sided': '1-Sided',
  '2-Sided': '2-Sided',
});
export const colorNames = inLanguage('colorNames', { mono: 'Black-White', color: 'Color' });
