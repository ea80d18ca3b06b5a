import { type JobReason, jobReasons } from '@sixpence/contracts/job-reasons';
import { inLanguage } from './language.js';

/** What a reason says; what somebody at the printer can do about it is absent where nobody can. */
interface ReasonWords {
  readonly sentence: string;
  readonly staff: string;
  readonly remedy?: string;
}

/** Why a job waits, stalls, or ended short. */
export const reasonWords = inLanguage<Readonly<Record<JobReason, ReasonWords>>>('reasonWords', jobReasons);
