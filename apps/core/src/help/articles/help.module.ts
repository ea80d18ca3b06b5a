import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ArticleVotesService } from './article-votes.service.js';

/** What the service learns of its own help. */
@Module({ imports: [DatabaseModule], providers: [ArticleVotesService], exports: [ArticleVotesService] })
export class HelpModule {}
