import { type BuiltPath, type Page, pageAt, pages } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';
import { lazyPart } from '../lib/lazy-part.js';
import { pageCode } from './page-code.js';

const builtPages = (pages as readonly Page[]).filter(({ built }) => built);
const lazyPages = new Map<string, ComponentType>(
  builtPages.map((page) => [page.path, lazyPart(page.path, () => pageCode(page.path as BuiltPath))]),
);

/** The component of a page; undefined for a page that is not built. */
export function lazyPage({ path }: Page): ComponentType | undefined {
  return lazyPages.get(path);
}

/** Loads the code of the page at an address before the page is drawn. The drawing reports a failure. */
export async function fetchPageAt(address: string): Promise<void> {
  const page = pageAt(address);
  if (page?.built) await pageCode(page.path as BuiltPath).catch(() => undefined);
}
