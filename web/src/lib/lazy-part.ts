import { type ComponentType, lazy } from 'react';
import { fetchCode } from './fetch-code.js';
import { withWords } from './with-words.js';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part of the site whose code is a file of its own. `name` is unique; see `fetchCode`. */
export function lazyPart<Props>(name: string, load: Load<Props>): ComponentType<Props> {
  // At build time pages are drawn in Node, which has no tab to reload.
  const fetched = typeof window === 'undefined' ? load : () => fetchCode(name, load);
  return lazy(async () => ({ default: await fetched() }));
}

/**
 * Like `lazyPart`, for a part that another page shows beside its own content. The words of the part load with
 * it. If its code is missing, only this part fails: the tab does not reload, because the user may be busy.
 */
export function lazyBeside<Props>(page: string, load: Load<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: await withWords(page, load()) }));
}
