import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NewsService } from '../platform/news/news.service.js';

/** A printer that falters does so many times a second; screens need not. */
const restMs = 1_000;

interface Resting {
  timer: NodeJS.Timeout;
  /** Something has changed since the last word. */
  hasMore: boolean;
}

/**
 * Says that a printer looks different now, to whoever looks at its site: at once, and then at most once a second. Whoever hears it
 * reads the present state, so that the last change counts.
 */
@Injectable()
export class PrinterNewsService implements OnModuleDestroy {
  private readonly resting = new Map<string, Resting>();

  constructor(private readonly news: NewsService) {}

  tell(printer: { siteId: string; printerId: string }): void {
    const resting = this.resting.get(printer.printerId);
    if (resting) {
      resting.hasMore = true;
      return;
    }
    this.news.tell('site.printer', printer);
    const timer = setTimeout(() => {
      const { hasMore } = this.resting.get(printer.printerId) ?? { hasMore: false };
      this.resting.delete(printer.printerId);
      if (hasMore) this.tell(printer);
    }, restMs).unref();
    this.resting.set(printer.printerId, { timer, hasMore: false });
  }

  onModuleDestroy(): void {
    for (const { timer } of this.resting.values()) clearTimeout(timer);
    this.resting.clear();
  }
}
