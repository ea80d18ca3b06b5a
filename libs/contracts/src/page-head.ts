import { pageDescriptions } from './page-descriptions.js';
import { documentTitle, isListed, type Page } from './pages.js';

/** A tag in a document's head, with its attributes in their order. */
export interface HeadTag {
  name: 'meta' | 'link';
  attributes: Readonly<Record<string, string>>;
}

/** Marks the tags of the current page, so that those of the next page can replace them. */
export const headMark = 'data-page';

/**
 * The tags of a page's head beside its title, for search engines and for shared links. Addresses are
 * absolute, because search engines and messengers need that. `origin` has the form
 * `https://print.example.com`.
 */
export function headTags(page: Page, origin: string): HeadTag[] {
  const address = new URL(page.path, origin).href;
  // A shared link to an unlisted page describes the service as a whole.
  const description = pageDescriptions[isListed(page) ? page.path : '/'];
  return [
    meta('name', 'description', description),
    ...(isListed(page) ? [] : [meta('name', 'robots', 'noindex')]),
    { name: 'link', attributes: { rel: 'canonical', href: address } },
    meta('property', 'og:site_name', 'Sixpence'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', documentTitle(page)),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', new URL('/social.png', origin).href),
    meta('property', 'og:image:alt', 'A phone that shows a print code, and the printer that takes it'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

function meta(kind: 'name' | 'property', key: string, content: string): HeadTag {
  return { name: 'meta', attributes: { [kind]: key, content } };
}
