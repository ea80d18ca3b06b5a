import type { PagePath } from '@sixpence/contracts/pages';
import { inLanguage } from '@sixpence/theme/language';

/**
 * Names of pages in another language: `title` for headings and tabs, and `link` for links, if that is
 * shorter. Empty in English, whose names are in `@sixpence/contracts/pages`. A page without an entry keeps
 * its English name.
 */
export const pageTitles = inLanguage<Partial<Record<PagePath, { title: string; link?: string }>>>(
  'pageTitles',
  {},
);
