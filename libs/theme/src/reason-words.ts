import { type JobReason, jobReasons } from '@sixpence/contracts/printing/job-reasons';
import { inLanguage } from './language.js';

/** What a reason says; what somebody can do about it is absent where nothing has to be done. */
interface ReasonWords {
  readonly sentence: string;
  readonly staff: string;
  readonly remedy?: string;
}

/** Why a job waits, stalls, or ended short. */
export const reasonWords = inLanguage<Readonly<Record<JobReason, ReasonWords>>>('reasonWords', jobReasons);

/** What has happened, and what to do next. */
export function reasonAndRemedy(reason: JobReason): string {
  const { sentence, remedy } = reasonWords[reason];
  return remedy ? `${sentence} ${remedy}` : sentence;
}
