import type { DocumentRow } from '@sixpence/contracts/http/documents';
import type { JobView } from '@sixpence/contracts/http/release';
import { jobSentence } from '@sixpence/theme/shared-words.en';
import { failureWords, newsWords } from '../dashboard-words.en.js';
import { isUnderWay } from '../jobs/job-order.js';

/** The outcome of a document as a sentence; undefined while it is being prepared. */
export function spokenDocument({ status, fileName, reason }: DocumentRow): string | undefined {
  if (status === 'ready') return newsWords.ready(fileName);
  if (status === 'failed') return newsWords.failed(fileName, failureWords[reason ?? 'damaged'].why);
  return undefined;
}

/**
 * The outcome of a job as a sentence. Undefined while it prints, because progress would interrupt the user.
 */
export function spokenJob(job: JobView): string | undefined {
  return isUnderWay(job) ? undefined : `${job.fileName}: ${jobSentence(job)}`;
}
