import { Module } from '@nestjs/common';
import { NewsService } from './news.service.js';

/** News to screens, told after a change. */
@Module({ providers: [NewsService], exports: [NewsService] })
export class NewsModule {}
