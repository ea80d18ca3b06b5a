import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import { reasonWords } from './shared-words.en.js';

/** The sentence about a reason, and the next step. */
export function reasonAndRemedy(reason: JobReason): string {
  const { sentence, remedy } = reasonWords[reason];
  return remedy ? `${sentence} ${remedy}` : sentence;
}
