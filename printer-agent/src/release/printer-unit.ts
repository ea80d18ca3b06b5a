import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { PrinterJob } from '../ipp/client.js';

/** A job with its count in the unit of its printer: a printer that counts sheets is believed by its count of sheets. */
export function inUnitOf<S extends PrinterJob | 'gone' | 'silent'>(counting: Counting, seen: S): S {
  if (typeof seen !== 'object' || counting !== 'sheets' || seen.sheetsCompleted === undefined) return seen;
  return { ...seen, impressionsCompleted: seen.sheetsCompleted, countsImpressions: true };
}
