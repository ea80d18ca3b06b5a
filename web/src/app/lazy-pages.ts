import { type BuiltPath, type Page, pageAt, pages } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';
import { lazyPart } from '../lib/lazy-part.js';
import { pageCode } from './page-code.js';

const builtPages = (pages as readonly Page[]).filter(({ built }) => built);
const lazyPages = new Map<string, ComponentType>(
  builtPages.map((page) => [page.path, lazyPart(page.path, () => pageCode(page.path as BuiltPath))]),
);

/** What draws a page; undefined for one that is not built. */
export function lazyPage({ path }: Page): ComponentType | undefined {
  return lazyPages.get(path);
}

/** The code of the page at an address, fetched before the page is drawn. What fails is told where it is drawn. */
export async function fetchPageAt(address: string): Promise<void> {
  const page = pageAt(address);
  if (page?.built) await pageCode(page.path as BuiltPath).catch(() => undefined);
}
