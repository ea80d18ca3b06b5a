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
  object: Record<string, unknown>,
  [name = '', ...rest]: string[],
  path: string,
): void {
  const value = object[name];
  if (Array.isArray(value)) {
    for (const each of value as Record<string, unknown>[]) expandOne(book, each, rest, path);
    return;
  }
  const kind = kindOfField[name];
  if (!(name in object) || kind === undefined) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  if (value === null) return;
  const whole = typeof value === 'string' ? structuredClone(book.get(kind, value)) : value;
  object[name] = whole;
  if (rest.length > 0) expandOne(book, whole as Record<string, unknown>, rest, path);
}
