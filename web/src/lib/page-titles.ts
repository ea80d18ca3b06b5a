import { documentTitle, linkTo, type Page, type PagePath } from '@sixpence/contracts/pages';
import { inLanguage, language } from '@sixpence/theme/language';

/** What pages are called in another language, where it has a name for them: in headings and tabs, and in shorter links. */
export const pageTitles = inLanguage<Partial<Record<PagePath, { title: string; link?: string }>>>(
  'pageTitles',
  {},
);

/** What links to a page say. */
export function linkWords(path: PagePath): string {
  const known = pageTitles[path];
  return known?.link ?? known?.title ?? linkTo(path);
}

/** The language of `linkWords`, where it is another than that of the page around them. */
export function linkLanguage(path: PagePath): 'en-GB' | undefined {
  return language() === 'en' || pageTitles[path] ? undefined : 'en-GB';
}

/** What the browser's tab says. */
export function tabWords(page: Page): string {
  const known = (pageTitles as Readonly<Record<string, { title: string } | undefined>>)[page.path];
  return documentTitle(known ? { ...page, title: known.title } : page);
}
