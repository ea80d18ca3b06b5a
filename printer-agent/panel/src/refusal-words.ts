import type { RefusalCode } from '@sixpence/contracts/refusals';
import { refusals, type RefusalWords } from './refusal-words.en.js';

/** The words for a refusal. Codes that a panel never gets read like an outage of the service. */
export function refusalWords(code: RefusalCode): RefusalWords {
  const known: Partial<Record<RefusalCode, RefusalWords>> = refusals;
  return known[code] ?? refusals['service.unavailable'];
}
