import type { BuiltPath, Page } from '@sixpence/contracts/pages';
import { type ComponentType, lazy } from 'react';
import { fetchCode } from '../lib/fetch-code.js';
import { pageCode } from './page-code.js';

const pages = new Map<string, ComponentType>(
  (Object.keys(pageCode) as BuiltPath[]).map((path) => [path, lazyPart(path, pageCode[path])]),
);

/** What draws a page; undefined for one that is not built. */
export function lazyPage({ path }: Page): ComponentType | undefined {
  return pages.get(path);
}

/** A part of the site that comes with code of its own; `name` tells it from the others. */
export function lazyPart<Props>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async () => ({ default: await fetchCode(name, load) }));
}
