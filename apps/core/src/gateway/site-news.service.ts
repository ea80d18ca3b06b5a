import { Injectable } from '@nestjs/common';
import { Messaging, type Hearing } from '@sixpence/messaging/messaging';
import { NearbyPrintersService } from '../nearby/nearby-printers.service.js';

/** The state of a printer and the people who wait for its return, read once for all listeners. */
export type PrinterRead = ReturnType<NearbyPrintersService['currentState']>;
type Listener = (read: PrinterRead) => void;

interface SubscribedSite {
  readonly hearing: Hearing;
  /** Each listener, with the id of the user for whom it listens. */
  readonly listeners: Map<Listener, string>;
}

/**
 * News of sites for the people connected here. Each site has one subscription, however many people listen.
 */
@Injectable()
export class SiteNewsService {
  private readonly sites = new Map<string, SubscribedSite>();

  constructor(
    private readonly messaging: Messaging,
    private readonly printers: NearbyPrintersService,
  ) {}

  /**
   * Calls `listener` with the present state of a printer of the site whenever that printer changes.
   * @returns a function that stops listening
   */
  listen(siteId: string, ownerId: string, listener: Listener): () => void {
    const site = this.sites.get(siteId) ?? this.subscribeTo(siteId);
    site.listeners.set(listener, ownerId);
    return () => {
      site.listeners.delete(listener);
      if (site.listeners.size > 0 || this.sites.get(siteId) !== site) return;
      site.hearing.stop();
      this.sites.delete(siteId);
    };
  }

  /** Resolves when the subscription to this site is active, or NATS is unreachable. */
  async ready(siteId: string): Promise<void> {
    await this.sites.get(siteId)?.hearing.ready;
  }

  private subscribeTo(siteId: string): SubscribedSite {
    const listeners = new Map<Listener, string>();
    const hearing = this.messaging.hearNews('site', siteId, ({ body }) => {
      const read = this.printers.currentState(body.printerId, [...new Set(listeners.values())]);
      // Each listener receives the error; this handler only prevents an unhandled rejection.
      read.catch(() => undefined);
      for (const listener of [...listeners.keys()]) listener(read);
    });
    const site = { hearing, listeners };
    this.sites.set(siteId, site);
    return site;
  }
}
