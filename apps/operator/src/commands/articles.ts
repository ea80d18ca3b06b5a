import { type ArticleVotes, ArticleVotesService } from '@sixpence/core/help/articles/article-votes.service';
import { type Command, optionalOption, UsageError } from '../command.js';
import { listLines } from '../list-lines.js';

export const articleVotes: Command = {
  name: 'articles votes',
  usage: '[--since YYYY-MM-DD]',
  summary: 'Lists how many readers found an article of the help useful, and how many did not.',
  argumentCount: 0,
  options: { since: { type: 'string' } },
  async run({ services }, input) {
    const since = optionalOption(input, 'since');
    if (since !== undefined && !isDay(since)) throw new UsageError('--since takes a day such as 2026-11-23');
    const votes = await (await services()).get(ArticleVotesService).listVotes(since);
    return {
      json: votes,
      lines: listLines(votes, 'No reader has said yet whether an article was useful.', columns),
    };
  },
};

const columns = {
  Article: ({ article }: ArticleVotes) => article,
  Useful: ({ useful }: ArticleVotes) => String(useful),
  'Not useful': ({ notUseful }: ArticleVotes) => String(notUseful),
};

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text.length === 10;
}
