import type { PagePath } from '@sixpence/contracts/pages';
import { inLanguage } from '@sixpence/theme/language';

/**
 * The names of pages in another language, as far as they are translated: in headings and tabs (`title`), and
 * in links (`link`, if shorter).
 */
export const pageTitles = inLanguage<Partial<Record<PagePath, { title: string; link?: string }>>>(
  'pageTitles',
  {},
);
