import { pageDescriptions } from './page-descriptions.js';
import { documentTitle, isListed, type Page } from './pages.js';

/** A tag in a document's head, with its attributes in their order. */
export interface HeadTag {
  name: 'meta' | 'link';
  attributes: Readonly<Record<string, string>>;
}

/** Marks the tags of a page among the others, so that those of the next page can take their place. */
export const headMark = 'data-page';

/**
 * What the head of a page's document says besides its title: for search engines, and for whoever shares a link. The
 * addresses are whole, because those who read them know no other; `origin` is as in `https://print.example.com`.
 */
export function headTags(page: Page, origin: string): HeadTag[] {
  const address = new URL(page.path, origin).href;
  // Who shares the link of another page tells what the service is.
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
