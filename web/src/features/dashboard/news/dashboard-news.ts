import type { LiveNews } from '@sixpence/contracts/http/live';
import type { JobView } from '@sixpence/contracts/http/release';
import type { Money } from '@sixpence/money/money';
import { jobSentence } from '@sixpence/theme/job-words';
import { failureWords } from '../documents/failure-words.js';
import { isUnderWay, jobsAfter } from '../jobs/job-order.js';

/** What the live connection has told since the page came up; documents go straight to their list. */
export interface Heard {
  jobs: JobView[];
  pounds?: Money;
  euros?: Money;
  /** How many codes printers have taken, and where the last one was. */
  used: { count: number; printer: string };
}

export const nothingHeard: Heard = { jobs: [], used: { count: 0, printer: '' } };

export function heardAfter(heard: Heard, { news, nowMs }: { news: LiveNews; nowMs: number }): Heard {
  switch (news.type) {
    case 'job':
      return { ...heard, jobs: jobsAfter(heard.jobs, news.job, nowMs) };
    case 'balance':
      return { ...heard, [news.available.currency === 'GBP' ? 'pounds' : 'euros']: news.available };
    case 'code-used':
      return { ...heard, used: { count: heard.used.count + 1, printer: news.printer } };
    case 'document':
    case 'document-gone':
      return heard;
  }
}

/** News in a sentence for those who listen instead of look; undefined when it is not worth interrupting for. */
export function spokenNews(news: LiveNews): string | undefined {
  if (news.type === 'document' && news.document.status === 'ready')
    return `${news.document.fileName} is ready.`;
  if (news.type === 'document' && news.document.status === 'failed') {
    return `${news.document.fileName} could not be prepared. ${failureWords[news.document.reason ?? 'damaged'].why}`;
  }
  if (news.type === 'job' && !isUnderWay(news.job)) return `${news.job.fileName}: ${jobSentence(news.job)}`;
  return undefined;
}
