import { type Page, pageAt, type PagePath, pages } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';
import { lazyPart } from '../lib/lazy-part.js';
import { pageCode } from './page-code.js';

const lazyPages = Object.fromEntries(
  pages.map(({ path }) => [path, lazyPart(path, () => pageCode(path))]),
) as Record<PagePath, ComponentType>;

/** The component of a page. */
export function lazyPage({ path }: Page): ComponentType {
  return lazyPages[path as PagePath];
}

/** Loads the script of the page at an address before it is drawn. A failure shows when the page is drawn. */
export async function fetchPageAt(address: string): Promise<void> {
  const page = pageAt(address);
  if (page) await pageCode(page.path as PagePath).catch(() => undefined);
}
