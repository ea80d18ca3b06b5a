import { type ComponentType, lazy } from 'react';
import { fetchCode } from './fetch-code.js';

/** A part of the site that comes with code of its own; `name` tells it from the others. */
export function lazyPart<Props>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // Where pages are drawn at build time there is no tab that could be reloaded.
  const code = typeof window === 'undefined' ? load : () => fetchCode(name, load);
  return lazy(async () => ({ default: await code() }));
}
