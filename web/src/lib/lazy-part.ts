import { type ComponentType, lazy } from 'react';
import { fetchCode } from './fetch-code.js';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part of the site that comes with code of its own; `name` tells it from the others. */
export function lazyPart<Props>(name: string, load: Load<Props>): ComponentType<Props> {
  // Where pages are drawn at build time there is no tab that could be reloaded.
  return lazyBeside(typeof window === 'undefined' ? load : () => fetchCode(name, load));
}

/** The same beside a page that goes on: it breaks where its code is gone, and the tab is not reloaded. */
export function lazyBeside<Props>(load: Load<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: await load() }));
}
