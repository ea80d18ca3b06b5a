import type { Content } from '@sixpence/content/content';
import type { PagePath } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';
import { withWords } from '../lib/with-words.js';

/** The folders whose names differ from their page's address. */
const folders: Partial<Record<PagePath, string>> = {
  '/': 'landing',
  '/qrlogin': 'qr-login',
  '/signup': 'sign-up',
};

/** The content of the pages of text. Each of these modules exports one `Content`. */
const texts: Partial<Record<PagePath, () => Promise<object>>> = {
  '/accessibility': () => import('@sixpence/content/pages/accessibility'),
  '/privacy': () => import('@sixpence/content/pages/privacy'),
  '/solutions': () => import('@sixpence/content/pages/solutions'),
  '/terms': () => import('@sixpence/content/pages/terms'),
  '/what-we-do': () => import('@sixpence/content/pages/what-we-do'),
  '/cannot-login-at-printer': () => import('@sixpence/content/articles/cannot-login-at-printer'),
  '/do-i-need-to-download': () => import('@sixpence/content/articles/do-i-need-to-download'),
  '/document-is-not-printing': () => import('@sixpence/content/articles/document-is-not-printing'),
  '/documents-missing-on-dashboard': () =>
    import('@sixpence/content/articles/documents-missing-on-dashboard'),
  '/documents-missing-on-printer': () => import('@sixpence/content/articles/documents-missing-on-printer'),
  '/fit-pdf-content': () => import('@sixpence/content/articles/fit-pdf-content'),
  '/how-much-to-pay': () => import('@sixpence/content/articles/how-much-to-pay'),
  '/how-to-cancel-print-job': () => import('@sixpence/content/articles/how-to-cancel-print-job'),
  '/how-to-check-balance': () => import('@sixpence/content/articles/how-to-check-balance'),
  '/how-to-convert-to-pdf': () => import('@sixpence/content/articles/how-to-convert-to-pdf'),
  '/how-to-get-started': () => import('@sixpence/content/articles/how-to-get-started'),
  '/how-to-print-multiple-copies': () => import('@sixpence/content/articles/how-to-print-multiple-copies'),
  '/how-to-remove-pages': () => import('@sixpence/content/articles/how-to-remove-pages'),
  '/how-to-top-up': () => import('@sixpence/content/articles/how-to-top-up'),
  '/printer-ran-out-of-paper': () => import('@sixpence/content/articles/printer-ran-out-of-paper'),
  '/printing-emails-webpages': () => import('@sixpence/content/articles/printing-emails-webpages'),
  '/unhide-apple-email': () => import('@sixpence/content/articles/unhide-apple-email'),
};

/**
 * Loads the script of a page, and its words, when the page is first opened. The component of `/account` is
 * the default export of `features/account/account-page.tsx`. Pages of text share one component, and their
 * content loads in parallel.
 */
export async function pageCode(path: PagePath): Promise<ComponentType> {
  const text = texts[path];
  if (text) return textPage(text);
  const name = folders[path] ?? path.slice(1);
  const page = import(`../features/${name}/${name}-page.tsx`) as Promise<{ default: ComponentType }>;
  return (await withWords(name, page)).default;
}

async function textPage(load: () => Promise<object>): Promise<ComponentType> {
  const [{ ContentPage }, contents] = await Promise.all([
    import('../components/content/content-page.js'),
    load(),
  ]);
  const [content] = Object.values(contents) as [Content];
  return () => <ContentPage content={content} />;
}
