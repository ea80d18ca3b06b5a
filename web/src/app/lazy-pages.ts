import { type BuiltPath, type Page, pageAt } from '@sixpence/contracts/pages';
import type { ComponentType } from 'react';
import { lazyPart } from '../lib/lazy-part.js';
import { pageCode } from './page-code.js';

const pages = new Map<string, ComponentType>(
  (Object.keys(pageCode) as BuiltPath[]).map((path) => [path, lazyPart(path, pageCode[path])]),
);

/** What draws a page; undefined for one that is not built. */
export function lazyPage({ path }: Page): ComponentType | undefined {
  return pages.get(path);
}

/** The code of the page at an address, fetched before the page is drawn. What fails is told where it is drawn. */
export async function fetchPageAt(address: string): Promise<void> {
  const page = pageAt(address);
  if (page?.built) await pageCode[page.path as BuiltPath]().catch(() => undefined);
}
