import { type ComponentType, lazy } from 'react';
import { fetchCode } from './fetch-code.js';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part of the site whose code is a file of its own. `name` is unique; see `fetchCode`. */
export function lazyPart<Props>(name: string, load: Load<Props>): ComponentType<Props> {
  // At build time pages are drawn in Node, which has no tab to reload.
  return lazyBeside(typeof window === 'undefined' ? load : () => fetchCode(name, load));
}

/**
 * Like `lazyPart`, for a part beside the page. If its code is missing, only this part fails; the tab does not
 * reload, because the user may be busy on the page.
 */
export function lazyBeside<Props>(load: Load<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: await load() }));
}
