import type { Book } from '../book/book.js';
import type { Kind } from '../book/kept.js';
import { invalid } from '../book/problem.js';

const kindOfField: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/**
 * Replaces ids by whole objects. `paths` names their fields, such as `latest_charge` or
 * `data.payment_intent`.
 */
export function expanded<T extends object>(book: Book, answer: T, paths: readonly string[] = []): T {
  const copy = structuredClone(answer);
  for (const path of paths) expandOne(book, copy as Record<string, unknown>, path.split('.'), path);
  return copy;
}

function expandOne(
  book: Book,
  parent: Record<string, unknown>,
  [name = '', ...rest]: string[],
  path: string,
): void {
  const value = parent[name];
  if (Array.isArray(value)) {
    for (const each of value as Record<string, unknown>[]) expandOne(book, each, rest, path);
    return;
  }
  const kind = kindOfField[name];
  if (!(name in parent) || kind === undefined) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  if (value === null) return;
  const object = typeof value === 'string' ? structuredClone(book.get(kind, value)) : value;
  parent[name] = object;
  if (rest.length > 0) expandOne(book, object as Record<string, unknown>, rest, path);
}
