import { documentTitle, linkTo, type Page, type PagePath } from '@sixpence/contracts/pages';
import { language } from '@sixpence/theme/language';
import { pageTitles } from './page-words.en.js';

/** The text of a link to a page. */
export function linkWords(path: PagePath): string {
  const known = pageTitles[path];
  return known?.link ?? known?.title ?? linkTo(path);
}

/** The language of `linkWords` if it differs from the language of the page around the link. */
export function linkLanguage(path: PagePath): 'en-GB' | undefined {
  return language() === 'en' || pageTitles[path] ? undefined : 'en-GB';
}

/** The title of the browser's tab. */
export function tabWords(page: Page): string {
  const known = (pageTitles as Readonly<Record<string, { title: string } | undefined>>)[page.path];
  return documentTitle(known ? { ...page, title: known.title } : page);
}
