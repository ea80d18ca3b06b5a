import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ArticleVotesService } from './article-votes.service.js';

/** Counts the votes on help articles. */
@Module({ imports: [DatabaseModule], providers: [ArticleVotesService], exports: [ArticleVotesService] })
export class HelpModule {}
