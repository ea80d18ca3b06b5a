import { type JobReason, jobReasons } from '@sixpence/contracts/printing/job-reasons';
import { inLanguage } from './language.js';

/** The words of a reason; `remedy` is absent where nothing is to be done. */
interface ReasonWords {
  readonly sentence: string;
  readonly staff: string;
  readonly remedy?: string;
}

/** Why a job waits, stalls, or ended early. */
export const reasonWords = inLanguage<Readonly<Record<JobReason, ReasonWords>>>('reasonWords', jobReasons);

/** The sentence about a reason, and the next step. */
export function reasonAndRemedy(reason: JobReason): string {
  const { sentence, remedy } = reasonWords[reason];
  return remedy ? `${sentence} ${remedy}` : sentence;
}
