import { Injectable } from '@nestjs/common';
import { Messaging, type Hearing } from '@sixpence/messaging/messaging';
import { OwnPrintersService } from '../nearby/own-printers.service.js';

/** How a printer is, and whom it concerns that it is back, read once for all who listen. */
export type PrinterRead = ReturnType<OwnPrintersService['now']>;
type Listener = (read: PrinterRead) => void;

interface HeardSite {
  readonly hearing: Hearing;
  /** Each with the person it listens for. */
  readonly listeners: Map<Listener, string>;
}

/** News of the sites that people look at here: each site is heard once, however many look. */
@Injectable()
export class SiteNewsService {
  private readonly sites = new Map<string, HeardSite>();

  constructor(
    private readonly messaging: Messaging,
    private readonly printers: OwnPrintersService,
  ) {}

  /** Calls `listener` with each printer of the site that looks different, as it is then. @returns the way to stop */
  listen(siteId: string, ownerId: string, listener: Listener): () => void {
    const site = this.sites.get(siteId) ?? this.hear(siteId);
    site.listeners.set(listener, ownerId);
    return () => {
      site.listeners.delete(listener);
      if (site.listeners.size > 0 || this.sites.get(siteId) !== site) return;
      site.hearing.stop();
      this.sites.delete(siteId);
    };
  }

  /** Settled once news of this site is heard, or the server is away. */
  async ready(siteId: string): Promise<void> {
    await this.sites.get(siteId)?.hearing.ready;
  }

  private hear(siteId: string): HeardSite {
    const listeners = new Map<Listener, string>();
    const hearing = this.messaging.hear('site', siteId, ({ body }) => {
      const read = this.printers.now(body.printerId, [...new Set(listeners.values())]);
      // Each of those who listen hears of a failure.
      read.catch(() => undefined);
      for (const listener of [...listeners.keys()]) listener(read);
    });
    const site = { hearing, listeners };
    this.sites.set(siteId, site);
    return site;
  }
}
