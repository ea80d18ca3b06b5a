import { Module } from '@nestjs/common';
import { NewsService } from './news.service.js';

/** Fleeting news to screens, told after the change. */
@Module({ providers: [NewsService], exports: [NewsService] })
export class NewsModule {}
