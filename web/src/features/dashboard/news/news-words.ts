import { failureReasons } from '@sixpence/contracts/failure-reasons';
import type { LiveNews } from '@sixpence/contracts/events/events';
import { jobSentence } from '@sixpence/theme/job-words';
import { isUnderWay } from '../jobs/job-order.js';

/** News in a sentence for those who listen instead of look; undefined when it is not worth interrupting for. */
export function spokenNews(news: LiveNews): string | undefined {
  if (news.type === 'document' && news.document.status === 'ready')
    return `${news.document.fileName} is ready.`;
  if (news.type === 'document' && news.document.status === 'failed') {
    return `${news.document.fileName} could not be prepared. ${failureReasons[news.document.reason ?? 'damaged'].why}`;
  }
  if (news.type === 'job' && !isUnderWay(news.job)) return `${news.job.fileName}: ${jobSentence(news.job)}`;
  return undefined;
}
