import { Injectable } from '@nestjs/common';
import type { ArticleVote } from '@sixpence/contracts/http/help';
import type { ArticlePath } from '@sixpence/contracts/pages';
import { DataSource } from 'typeorm';
import { all, changed } from '../../platform/database/sql.js';

export interface ArticleVotes {
  article: ArticlePath;
  useful: number;
  notUseful: number;
}

/**
 * Counts votes on whether an article was useful: two numbers for each article and day (UTC). No voter is
 * stored.
 */
@Injectable()
export class ArticleVotesService {
  constructor(private readonly database: DataSource) {}

  async countVote({ article, useful }: ArticleVote): Promise<void> {
    await changed(
      this.database,
      `INSERT INTO article_votes AS votes (article, day, useful, not_useful)
       VALUES (:article, (app_now() AT TIME ZONE 'UTC')::date, :useful, :notUseful)
       ON CONFLICT (article, day) DO UPDATE
         SET useful = votes.useful + EXCLUDED.useful, not_useful = votes.not_useful + EXCLUDED.not_useful`,
      { article, useful: useful ? 1 : 0, notUseful: useful ? 0 : 1 },
    );
  }

  /** The articles that have votes, the least useful first. `since` is a day such as `2026-11-23`. */
  listVotes(since = '-infinity'): Promise<ArticleVotes[]> {
    return all<ArticleVotes>(
      this.database,
      `SELECT article, sum(useful)::int AS useful, sum(not_useful)::int AS not_useful
       FROM article_votes WHERE day >= :since::date
       GROUP BY article ORDER BY sum(not_useful) DESC, sum(useful), article`,
      { since },
    );
  }
}
