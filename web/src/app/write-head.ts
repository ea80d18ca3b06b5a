import { headMark, headTags } from '@sixpence/contracts/page-head';
import type { Page } from '@sixpence/contracts/pages';

/** Replaces the page tags in the document's head with those of `page`. */
export function writeHead(page: Page): void {
  for (const tag of document.head.querySelectorAll(`[${headMark}]`)) tag.remove();
  for (const { name, attributes } of headTags(page, window.location.origin)) {
    const tag = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) tag.setAttribute(attribute, value);
    tag.setAttribute(headMark, '');
    document.head.append(tag);
  }
}
