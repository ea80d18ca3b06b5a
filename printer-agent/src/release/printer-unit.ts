import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { PrinterJob } from '../ipp/client.js';

/**
 * The job with its count in the printer's unit: at a printer that counts sheets, the count of sheets replaces
 * the impressions.
 */
export function inUnitOf<S extends PrinterJob | 'gone' | 'silent'>(counting: Counting, seen: S): S {
  if (typeof seen !== 'object' || counting !== 'sheets' || seen.sheetsCompleted === undefined) return seen;
  return { ...seen, impressionsCompleted: seen.sheetsCompleted, countsImpressions: true };
}
