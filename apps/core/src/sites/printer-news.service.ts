import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NewsService } from '../platform/news/news.service.js';

/**
 * The time between two pieces of news of one printer. A faulty printer may change its state many times a
 * second; a screen needs fewer updates.
 */
const restMs = 1_000;

/** A printer whose last news is less than `restMs` old. */
interface RestingPrinter {
  timer: NodeJS.Timeout;
  /** The printer has changed since the last news. */
  hasMore: boolean;
}

/**
 * Tells the screens of a site that a printer has changed: at once, then at most once a second. A screen then
 * reads the current state, so that the last change is always shown.
 */
@Injectable()
export class PrinterNewsService implements OnModuleDestroy {
  private readonly resting = new Map<string, RestingPrinter>();

  constructor(private readonly news: NewsService) {}

  tellSite(printer: { siteId: string; printerId: string }): void {
    const resting = this.resting.get(printer.printerId);
    if (resting) {
      resting.hasMore = true;
      return;
    }
    this.news.publishNow('site.printer', printer);
    const timer = setTimeout(() => {
      const { hasMore } = this.resting.get(printer.printerId) ?? { hasMore: false };
      this.resting.delete(printer.printerId);
      if (hasMore) this.tellSite(printer);
    }, restMs).unref();
    this.resting.set(printer.printerId, { timer, hasMore: false });
  }

  onModuleDestroy(): void {
    for (const { timer } of this.resting.values()) clearTimeout(timer);
    this.resting.clear();
  }
}
