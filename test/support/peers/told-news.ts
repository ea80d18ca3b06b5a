import type { INestApplicationContext } from '@nestjs/common';
import type { News } from '@sixpence/contracts/events/news';
import { NewsService } from '@sixpence/core/platform/news/news.service';

/** All news that a core publishes from now on, in order. */
export function toldNews(app: INestApplicationContext): News[] {
  const told: News[] = [];
  const service = app.get(NewsService);
  const tell = service.tellNow.bind(service);
  service.tellNow = (kind, body) => {
    told.push({ kind, body } as News);
    tell(kind, body);
  };
  return told;
}
