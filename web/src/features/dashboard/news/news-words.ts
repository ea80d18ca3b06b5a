import { inLanguage } from '@sixpence/theme/language';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { jobSentence } from '@sixpence/theme/job-words';
import { failureWords } from '../documents/failure-words.js';
import { isUnderWay } from '../jobs/job-order.js';

export const newsWords = inLanguage('newsWords', {
  ready: (fileName: string) => `${fileName} is ready.`,
  failed: (fileName: string, why: string) => `${fileName} could not be prepared. ${why}`,
});

/** News in a sentence for those who listen instead of look; undefined when it is not worth interrupting for. */
export function spokenNews(news: LiveNews): string | undefined {
  if (news.type === 'document' && news.document.status === 'ready')
    return newsWords.ready(news.document.fileName);
  if (news.type === 'document' && news.document.status === 'failed')
    return newsWords.failed(news.document.fileName, failureWords[news.document.reason ?? 'damaged'].why);
  if (news.type === 'job' && !isUnderWay(news.job)) return `${news.job.fileName}: ${jobSentence(news.job)}`;
  return undefined;
}
