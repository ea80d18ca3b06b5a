import { Module } from '@nestjs/common';
import { NewsService } from './news.service.js';

/** News for screens, published after a change. */
@Module({ providers: [NewsService], exports: [NewsService] })
export class NewsModule {}
