import type { INestApplicationContext } from '@nestjs/common';
import type { News } from '@sixpence/contracts/events/news';
import { NewsService } from '@sixpence/core/platform/news/news.service';

/** All news that a core publishes from now on, in order. */
export function recordedNews(app: INestApplicationContext): News[] {
  const recorded: News[] = [];
  const service = app.get(NewsService);
  const publishNow = service.publishNow.bind(service);
  service.publishNow = (kind, body) => {
    recorded.push({ kind, body } as News);
    publishNow(kind, body);
  };
  return recorded;
}
