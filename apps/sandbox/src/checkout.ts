import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the whole checkout, searched upwards from here: the result is the same from `src` and from
 * `dist`.
 */
export const checkout = findCheckout(import.meta.dirname);

function findCheckout(from: string): string {
  if (existsSync(join(from, 'package-lock.json'))) return from;
  const above = dirname(from);
  if (above === from)
    throw new Error('The sandbox runs inside a checkout of Sixpence only: no package-lock.json above it.');
  return findCheckout(above);
}
